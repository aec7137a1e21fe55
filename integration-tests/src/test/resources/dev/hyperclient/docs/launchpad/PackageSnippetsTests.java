package dev.hyperclient.docs.launchpad;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

import com.example.launchpad.Archive;
import com.example.launchpad.BranchMergeProposal;
import com.example.launchpad.BranchMergeProposalStatus;
import com.example.launchpad.Build;
import com.example.launchpad.BuildRequestStatus;
import com.example.launchpad.BuildState;
import com.example.launchpad.CodeReviewVote;
import com.example.launchpad.Distribution;
import com.example.launchpad.DistroSeries;
import com.example.launchpad.ReleaseFileType;
import com.example.launchpad.GitRef;
import com.example.launchpad.GitRepository;
import com.example.launchpad.Launchpad;
import com.example.launchpad.Milestone;
import com.example.launchpad.PackagePublishingStatus;
import com.example.launchpad.PackageUpload;
import com.example.launchpad.PackageUploadStatus;
import com.example.launchpad.Person;
import com.example.launchpad.Pocket;
import com.example.launchpad.Project;
import com.example.launchpad.ProjectRelease;
import com.example.launchpad.Snap;
import com.example.launchpad.SnapBuild;
import com.example.launchpad.SnapBuildRequest;
import com.example.launchpad.SourcePackagePublishingHistory;
import com.sun.net.httpserver.HttpServer;
import dev.hyperclient.FileArgument;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.error.CallTimeoutException;
import dev.hyperclient.error.ClientError;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.RequestRefusedException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.util.unit.DataSize;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Java code of the page about packages, and its tests. LaunchpadGuideTests generates the client and runs them.
 */
class PackageSnippetsTests {

	private static final Map<String, Object> UPLOAD = Map.of("display_name", "kettle", "display_version", "1.3-1",
			"status", "Unapproved", "date_created", "2026-01-31T12:00:00+00:00");

	@AutoClose
	private static final FakeService service = FakeService
		.describedBy("launchpad", Path.of("src/main/hyper-client/launchpad.wadl"))
		.entry("ubuntu", "distribution", Map.of("name", "ubuntu", "main_archive", "ubuntu/+archive/primary"))
		.entry("ubuntu/+archive/primary", "archive", Map.of("name", "primary"))
		.entry("ubuntu/resolute", "distro_series", Map.of("name", "resolute"))
		.entry("~ann", "person", Map.of("name", "ann"))
		.entry("~ann/+archive/ubuntu/ppa", "archive", Map.of("name", "ppa"))
		.entry("published/1", "source_package_publishing_history",
				Map.of("source_package_version", "1.2-1", "status", "Published"))
		.entry("build/1", "build",
				Map.of("arch_tag", "riscv64", "buildstate", "Failed to build", "can_be_retried", true, "build_log_url",
						"https://example.com/log.gz", "datebuilt", "2026-02-03T12:00:00+00:00"))
		.entry("build/2", "build", Map.of("can_be_retried", false, "datebuilt", "2026-02-03T11:00:00+00:00"))
		.entry("build/3", "build", Map.of("can_be_retried", true, "datebuilt", "2026-02-01T12:00:00+00:00"))
		.entry("upload/1", "package_upload", UPLOAD)
		.entry("~ann/kettle", "git_repository", Map.of("name", "kettle"))
		.entry("~ann/kettle/+ref/fix", "git_ref", Map.of("path", "refs/heads/fix"))
		.entry("~ann/kettle/+ref/main", "git_ref", Map.of("path", "refs/heads/main"))
		.entry("~ann/+snap/kettle", "snap", Map.of("name", "kettle"))
		.entry("~ann/+snap/kettle/+build-request/1", "snap_build_request", Map.of("status", "Completed"))
		.entry("~ann/+snap/kettle/+build/1", "snap_build",
				Map.of("arch_tag", "amd64", "buildstate", "Successfully built", "datebuilt",
						"2026-01-31T12:00:00+00:00"))
		.entry("kettle", "project", Map.of("name", "kettle"))
		.entry("kettle/+milestone/1.2", "milestone", Map.of("name", "1.2", "release", "kettle/trunk/1.2"))
		.entry("kettle/trunk/1.2", "project_release", Map.of("version", "1.2"))
		.operation("distribution", "getSeries", (call) -> call.find("ubuntu/resolute").orElseThrow())
		.operation("distribution", "getArchive", (call) -> call.find("ubuntu/+archive/primary").orElseThrow())
		.operation("person", "getPPAByName", (call) -> call.find("~ann/+archive/ubuntu/ppa").orElseThrow())
		.operation("archive", "getPublishedSources",
				(call) -> call
					.find("published/" + Objects.requireNonNullElse(call.arguments().textOrNull("version"), "1"))
					.stream()
					.toList())
		.operation("archive", "getBuildRecords", (call) -> call.entries("build"))
		.operation("archive", "copyPackage", (call) -> {
			String version = call.arguments().text("version");
			if (!version.equals("refused")) {
				call.create("published/" + version, "source_package_publishing_history", Map.of());
			}
			return null;
		})
		.operation("archive", "checkUpload", (call) -> {
			if (call.arguments().text("component").equals("main")) {
				throw RequestRefusedException.forbidden("Signer has no upload rights to this archive.");
			}
			return true;
		})
		.operation("source_package_publishing_history", "getBuilds",
				(call) -> List.of(call.find("build/1").orElseThrow()))
		.operation("source_package_publishing_history", "sourceFileUrls",
				(call) -> List.of("http://localhost:" + PackageSnippetsTests.files.getAddress().getPort() + "/+files/kettle_1.2-1.dsc"))
		.operation("source_package_publishing_history", "binaryFileUrls",
				(call) -> List.of("https://example.com/kettle_amd64.deb"))
		.operation("build", "retry", (call) -> call.change(call.entry(), Map.of("buildstate", "Needs building")))
		.operation("build", "rescore",
				(call) -> call.change(call.entry(), Map.of("score", call.arguments().integer("score"))))
		.operation("distro_series", "getPackageUploads", (call) -> List.of(call.find("upload/1").orElseThrow()))
		.operation("git_repositories", "getByPath", (call) -> call.find("~ann/kettle").orElseThrow())
		.operation("git_repository", "getRefByPath",
				(call) -> call.find("~ann/kettle/+ref/" + call.arguments().text("path").replaceAll(".*/", ""))
					.orElseThrow())
		.operation("git_ref", "createMergeProposal",
				(call) -> call.create("~ann/kettle/+merge/1", "branch_merge_proposal",
						Map.of("queue_status", "Needs review")))
		.operation("branch_merge_proposal", "createComment",
				(call) -> call.create("~ann/kettle/+merge/1/comments/1", "code_review_comment",
						Map.of("vote", call.arguments().text("vote"))))
		.operation("branch_merge_proposal", "setStatus",
				(call) -> call.change(call.entry(), Map.of("queue_status", call.arguments().text("status"))))
		.operation("snaps", "getByName", (call) -> call.find("~ann/+snap/kettle").orElseThrow())
		.operation("snap", "requestBuilds",
				(call) -> call.find("~ann/+snap/kettle/+build-request/1").orElseThrow())
		.collection("~ann/+snap/kettle/+build-request/1/builds", "~ann/+snap/kettle/+build/1")
		.operation("snap_build", "getFileUrls", (call) -> List.of("https://example.com/kettle_amd64.snap"))
		.operation("project", "getMilestone", (call) -> call.find("kettle/+milestone/1.2").orElseThrow())
		.operation("project_release", "add_file",
				(call) -> call.create("kettle/trunk/1.2/+file/kettle.tar.gz", "project_release_file", Map.of()))
		.start();

	private static @Nullable HttpServer files;

	private final List<String> printed = new ArrayList<>();

	@AutoClose
	private final ServiceRoot root = dev.hyperclient.launchpad.Launchpad.PRODUCTION.builder()
		.serviceRoot(service.baseUrl())
		.version(null)
		.cache(HttpCache.inMemory(DataSize.ofMegabytes(1)))
		.build();

	private final Launchpad launchpad = new Launchpad(this.root);

	@TempDir
	private Path directory;

	@BeforeEach
	void reset() {
		service.reset();
	}

	/** As Launchpad, redirects to another server. */
	@BeforeAll
	static void serveFiles() throws IOException {
		files = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
		files.createContext("/+files/", (exchange) -> {
			exchange.getResponseHeaders().set("Location", "/stored");
			exchange.sendResponseHeaders(303, -1);
			exchange.close();
		});
		files.createContext("/stored", (exchange) -> {
			byte[] content = "Source: kettle".getBytes(StandardCharsets.UTF_8);
			exchange.sendResponseHeaders(200, content.length);
			exchange.getResponseBody().write(content);
			exchange.close();
		});
		files.start();
	}

	@AfterAll
	static void stop() {
		files.stop(0);
	}

	@Test
	void findsByName() {
		// tag::package-names[]
		Distribution ubuntu = launchpad.distributions().get("ubuntu");
		DistroSeries series = ubuntu.getSeries("resolute").orElseThrow(); // or "26.04"
		Archive archive = ubuntu.mainArchive().orElseThrow();
		Archive partner = ubuntu.getArchive("partner").orElseThrow();
		Archive ppa = launchpad.people().get("ann")
			.getPPAByName("ppa").orElseThrow();
		// end::package-names[]
		assertThat(List.of(series.name(), archive.name(), partner.name(), ppa.name())).containsExactly("resolute",
				"primary", "primary", "ppa");
	}

	@Test
	void findsPublishedVersion() {
		Archive archive = archive();
		DistroSeries series = series();
		// tag::package-version[]
		SourcePackagePublishingHistory published = archive
			.getPublishedSources(new Archive.GetPublishedSourcesOptions().sourceName("kettle")
				.exactMatch(true)
				.distroSeries(series)
				.pocket(Pocket.UPDATES))
			.stream()
			.findFirst()
			.orElseThrow();
		print(published.sourcePackageVersion(), published.status());
		// end::package-version[]
		assertThat(this.printed).containsExactly("[1.2-1, Published]");
		assertThat(service).received("GET", "/ubuntu/+archive/primary")
			.withArgument("source_name", "kettle")
			.withArgument("distro_series", series)
			.withArgument("pocket", "Updates");
	}

	@Test
	void listsBuilds() {
		SourcePackagePublishingHistory published = published();
		// tag::package-builds[]
		for (Build build : published.getBuilds()) {
			print(build.archTag(), build.buildstate(), build.buildLogUrl());
		}
		// end::package-builds[]
		assertThat(this.printed).containsExactly("[riscv64, Failed to build, https://example.com/log.gz]");
	}

	@Test
	void retriesBuild() {
		Build build = published().getBuilds().at(0);
		// tag::package-retry[]
		if (Boolean.TRUE.equals(build.canBeRetried())) {
			build.retry();
			build.rescore(5000); // needs special rights
		}
		// end::package-retry[]
		assertThat(build.buildstate()).isEqualTo(BuildState.NEEDS_BUILDING);
		assertThat(service).received("POST", "/build/1").withArgument("score", 5000);
	}

	@Test
	void retriesBuildsThatFailedSinceMonday() {
		Archive ppa = ppa();
		OffsetDateTime monday = OffsetDateTime.parse("2026-02-02T00:00:00Z");
		// tag::package-failed[]
		List<Build> failed = ppa
			.getBuildRecords(new Archive.GetBuildRecordsOptions()
				.buildState(BuildState.FAILED_TO_BUILD))
			.stream()
			.takeWhile((build) -> monday.isBefore(build.datebuilt()))
			.filter((build) -> Boolean.TRUE.equals(build.canBeRetried()))
			.toList(); // before a retry changes the list
		failed.forEach(Build::retry);
		// end::package-failed[]
		assertThat(service).received("GET", "/~ann/+archive/ubuntu/ppa").withArgument("build_state", "Failed to build");
		assertThat(service).received("POST", "/build/1").withArgument("ws.op", "retry");
		assertThat(service).didNotReceive("POST", "/build/2").didNotReceive("POST", "/build/3");
	}

	@Test
	void downloadsFiles() throws IOException, InterruptedException {
		SourcePackagePublishingHistory published = published();
		Path directory = this.directory;
		// tag::package-files[]
		HttpClient http = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
		for (String url : published.sourceFileUrls()) {
			Path file = directory.resolve(url.substring(url.lastIndexOf('/') + 1));
			HttpResponse<Path> response = http.send(HttpRequest.newBuilder(URI.create(url)).build(),
					BodyHandlers.ofFile(file));
			print(file, response.statusCode());
		}
		// end::package-files[]
		Path file = this.directory.resolve("kettle_1.2-1.dsc");
		assertThat(file).hasContent("Source: kettle");
		assertThat(this.printed).containsExactly("[" + file + ", 200]");
		assertThat(published.binaryFileUrls()).containsExactly("https://example.com/kettle_amd64.deb");
	}

	@Test
	void copiesPackage() {
		Archive archive = archive();
		Archive ppa = ppa();
		// tag::package-copy[]
		ppa.copyPackage("kettle", "1.2-1", archive, Pocket.RELEASE,
				new Archive.CopyPackageOptions().toSeries("resolute").includeBinaries(true));
		// end::package-copy[]
		assertThat(service).received("POST", "/~ann/+archive/ubuntu/ppa")
			.withArgument("source_name", "kettle")
			.withArgument("version", "1.2-1")
			.withArgument("from_archive", archive)
			.withArgument("to_pocket", "Release")
			.withArgument("to_series", "resolute")
			.withArgument("include_binaries", true);
	}

	@Test
	void proposesMergeAndVotes() {
		// tag::package-merge[]
		GitRepository repository = launchpad.gitRepositories()
			.getByPath("~ann/kettle")
			.orElseThrow();
		GitRef fix = repository.getRefByPath("refs/heads/fix").orElseThrow();
		GitRef main = repository.getRefByPath("refs/heads/main").orElseThrow();
		BranchMergeProposal proposal = fix.createMergeProposal(main,
				new GitRef.CreateMergeProposalOptions().commitMessage("Boil faster")
					.needsReview(true));
		proposal.createComment(
				new BranchMergeProposal.CreateCommentOptions().vote(CodeReviewVote.APPROVE)
					.content("Fine."));
		proposal.setStatus(BranchMergeProposalStatus.APPROVED);
		// end::package-merge[]
		assertThat(proposal.queueStatus()).isEqualTo(BranchMergeProposalStatus.APPROVED);
		assertThat(service).received("POST", "/~ann/kettle/+ref/fix").withArgument("merge_target", main);
		assertThat(service).received("POST", "/~ann/kettle/+merge/1").withArgument("vote", "Approve");
	}

	@Test
	void buildsSnap() {
		Archive archive = archive();
		Person ann = launchpad.people().get("ann");
		// tag::package-snap[]
		Snap snap = launchpad.snaps().getByName(ann, "kettle").orElseThrow();
		SnapBuildRequest request = snap.requestBuilds(archive, Pocket.UPDATES);
		request.entry() // await refreshes it, and request reads from it
			.await((refreshed) -> !BuildRequestStatus.PENDING.equals(request.status()),
					Duration.ofMinutes(10));
		for (SnapBuild build : request.builds()) {
			build.entry().await((refreshed) -> build.datebuilt() != null, Duration.ofHours(2));
			print(build.archTag(), build.buildstate(), build.getFileUrls());
		}
		// end::package-snap[]
		assertThat(this.printed)
			.containsExactly("[amd64, Successfully built, [https://example.com/kettle_amd64.snap]]");
		assertThat(service).received("POST", "/~ann/+snap/kettle").withArgument("archive", archive);
	}

	@Test
	void readsUploadQueue() {
		DistroSeries series = series();
		// tag::package-queue[]
		for (PackageUpload upload : series
			.getPackageUploads(new DistroSeries.GetPackageUploadsOptions()
				.status(PackageUploadStatus.UNAPPROVED))) {
			print(upload.displayName(), upload.displayVersion(), upload.dateCreated());
		}
		// end::package-queue[]
		assertThat(this.printed).containsExactly("[kettle, 1.3-1, 2026-01-31T12:00Z]");
		assertThat(service).received("GET", "/ubuntu/resolute").withArgument("status", "Unapproved");
	}

	@Test
	void asksWhetherUserMayUpload() {
		askForUpload("kettle", "universe");
		askForUpload("kettle", "main");
		assertThat(this.printed).hasSize(2).first().isEqualTo("[true]");
		assertThat(this.printed.get(1)).contains("403", "Signer has no upload rights to this archive.");
	}

	private void askForUpload(String source, String component) {
		Archive archive = archive();
		DistroSeries series = series();
		Person me = launchpad.people().get("ann");
		// tag::package-may-upload[]
		try {
			print(archive.checkUpload(me, series, source, component, Pocket.RELEASE)); // true
		}
		catch (ClientError ex) { // status() is 403
			print(ex.getMessage());
		}
		// end::package-may-upload[]
	}

	@Test
	void uploadsFileOfRelease() throws IOException {
		Path tarball = Files.writeString(this.directory.resolve("kettle-1.2.tar.gz"), "content");
		// tag::package-release[]
		Project project = launchpad.projects().get("kettle");
		ProjectRelease release = project.getMilestone("1.2").flatMap(Milestone::release).orElseThrow();
		release.addFile("kettle-1.2.tar.gz", "application/gzip", FileArgument.of(tarball),
				new ProjectRelease.AddFileOptions().fileType(ReleaseFileType.CODE_RELEASE_TARBALL).description("Sources"));
		// end::package-release[]
		assertThat(service).received("POST", "/kettle/trunk/1.2")
			.withArgument("filename", "kettle-1.2.tar.gz")
			.withArgument("file_type", "Code Release Tarball")
			.withBodyContaining("content");
	}

	@Test
	void releasesOnce() {
		service.change("build/1", Map.of("buildstate", "Successfully built"));
		release("1.2-1");
		assertThat(service).received("POST", "/~ann/+archive/ubuntu/ppa").withArgument("from_archive", archive());
		assertThat(service).requestsOf(() -> release("1.2-1")).noneMatch((request) -> request.method().equals("POST"));
		assertThat(service).received("GET", "/~ann/+archive/ubuntu/ppa")
			.withArgument("distro_series", series())
			.withArgument("status", "Published");
	}

	@Test
	void releaseFailsIfBuildIsCancelled() {
		service.change("build/1", Map.of("buildstate", "Cancelled build"));
		assertThatIllegalStateException().isThrownBy(() -> release("1.2-1")).withMessageEndingWith("Cancelled build");
	}

	@Test
	void releaseWaitsForLimit() {
		assertThatExceptionOfType(CallTimeoutException.class).isThrownBy(() -> release("refused"))
			.withMessageContaining("/ppa");
		service.change("build/1", Map.of("buildstate", "Uploading build"));
		assertThatExceptionOfType(CallTimeoutException.class).isThrownBy(() -> release("1.2-1"))
			.withMessageContaining("build/1");
	}

	private void release(String version) {
		release("kettle", version, archive(), ppa(), series(), Duration.ofMillis(1));
	}

	// tag::package-job[]
	static final Set<BuildState> UNFINISHED = Set.of(BuildState.NEEDS_BUILDING, BuildState.CURRENTLY_BUILDING,
			BuildState.GATHERING_BUILD_OUTPUT, BuildState.UPLOADING_BUILD, BuildState.CANCELLING_BUILD);

	static void release(String name, String version, Archive from, Archive to, DistroSeries series, Duration limit) {
		Supplier<List<Build>> builds = () -> to
			.getPublishedSources(new Archive.GetPublishedSourcesOptions().sourceName(name).version(version)
				.exactMatch(true).distroSeries(series).status(PackagePublishingStatus.PUBLISHED))
			.stream().flatMap((copy) -> copy.getBuilds().stream()).toList();
		if (builds.get().isEmpty()) { // otherwise, an earlier run has copied it
			to.copyPackage(name, version, from, Pocket.RELEASE, new Archive.CopyPackageOptions().toSeries(series.name()));
		}
		to.entry().await((refreshed) -> !builds.get().isEmpty(), limit);
		for (Build build : builds.get()) {
			build.entry().await((refreshed) -> !UNFINISHED.contains(build.buildstate()), limit);
			if (!BuildState.SUCCESSFULLY_BUILT.equals(build.buildstate())) {
				throw new IllegalStateException(build.webLink() + ": " + build.buildstate());
			}
		}
	}
	// end::package-job[]

	private DistroSeries series() {
		return launchpad.distributions().get("ubuntu").getSeries("resolute").orElseThrow();
	}

	private Archive archive() {
		return launchpad.distributions().get("ubuntu").mainArchive().orElseThrow();
	}

	private Archive ppa() {
		return launchpad.people().get("ann").getPPAByName("ppa").orElseThrow();
	}

	private SourcePackagePublishingHistory published() {
		return archive().getPublishedSources().at(0);
	}

	private void print(Object... columns) {
		this.printed.add(Arrays.asList(columns).toString());
	}

}
