package dev.hyperclient.cache;

/**
 * The behavior of the filter, with a {@link CachingClientHttpConnector}.
 */
class CachingClientHttpConnectorRfc9111Tests extends CacheExchangeFilterRfc9111Tests {

	@Override
	EntryPoint entryPoint() {
		return EntryPoint.CONNECTOR;
	}

}
