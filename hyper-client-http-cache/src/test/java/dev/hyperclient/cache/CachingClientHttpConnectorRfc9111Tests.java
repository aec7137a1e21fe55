package dev.hyperclient.cache;

class CachingClientHttpConnectorRfc9111Tests extends Rfc9111FeatureTests {

	CachingClientHttpConnectorRfc9111Tests() {
		super(new WebClients());
	}

}
