package dev.hyperclient.cache;

class CacheExchangeFilterRfc9111Tests extends Rfc9111Contract {

	CacheExchangeFilterRfc9111Tests() {
		super(new WebClients(EntryPoint.FILTER));
	}

}
