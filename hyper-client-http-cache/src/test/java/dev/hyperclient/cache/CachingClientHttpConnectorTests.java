package dev.hyperclient.cache;

/**
 * The behavior of the filter, with a {@link CachingClientHttpConnector}.
 */
class CachingClientHttpConnectorTests extends CacheExchangeFilterFunctionTests {

	@Override
	EntryPoint entryPoint() {
		return EntryPoint.CONNECTOR;
	}

}
