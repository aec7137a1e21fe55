package dev.hyperclient.cache;

class CachingClientHttpRequestFactoryRfc9111Tests extends Rfc9111Contract {

	CachingClientHttpRequestFactoryRfc9111Tests() {
		super(new RestClients());
	}

}
