package dev.hyperclient.cache;

class CachingClientHttpRequestFactoryRfc9111Tests extends Rfc9111FeatureTests {

	CachingClientHttpRequestFactoryRfc9111Tests() {
		super(new RestClients());
	}

}
