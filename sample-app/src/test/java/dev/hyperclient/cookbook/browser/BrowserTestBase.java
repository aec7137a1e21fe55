package dev.hyperclient.cookbook.browser;

import dev.hyperclient.cookbook.client.SampleApplicationTestBase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The application in an installed Chromium. Skipped where Chromium or its driver is
 * missing. One browser serves all tests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(SharedBrowser.class)
@Tag("slow")
@EnabledIf(value = "dev.hyperclient.cookbook.browser.Chromium#isInstalled",
		disabledReason = "chromium and chromium-driver are not installed")
abstract class BrowserTestBase extends SampleApplicationTestBase {

	Chromium browser;

	@BeforeAll
	void openApplication(Chromium shared) {
		shared.setBaseUrl(url(""));
		this.browser = shared;
	}

	@BeforeEach
	void emulateScreen() {
		this.browser.emulate(1280, 900, false);
	}

}
