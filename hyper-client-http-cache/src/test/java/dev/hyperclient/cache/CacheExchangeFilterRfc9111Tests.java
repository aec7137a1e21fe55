package dev.hyperclient.cache;

class CacheExchangeFilterRfc9111Tests extends Rfc9111FeatureTests {

	CacheExchangeFilterRfc9111Tests() {
		super(new WebClients(EntryPoint.FILTER));
	}

}
