import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { defineConfig } from "vitepress";
import groups from "../groups.json" with { type: "json" };

// maintainers/site runs this in target/site-work, where the documents are in "pages" as they are in the project.
const pages = resolve("pages");
const version = /<artifactId>hyper-client<\/artifactId>\s*<version>([^<]+)/.exec(readFileSync("../../pom.xml", "utf8"))[1];
const description = "A client for self-describing REST services in the style of lazr.restful, and an HTTP cache for Spring";
const topPages = ["CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"].filter((page) => existsSync(join(pages, page)));

const title = (page) => /^# (.+)$/m.exec(readFileSync(join(pages, page), "utf8"))[1];
const item = (page) => ({ text: title(page), link: "/" + page.replace(/\.md$/, "") });
const all = (content) => (Array.isArray(content) ? content : Object.values(content).flat());
const items = (content) => Array.isArray(content) ? content.map(item)
	: Object.entries(content).map(([text, section]) => ({ text, items: section.map(item), collapsed: true }));
const withTopPages = { ...groups, Maintainers: [...groups.Maintainers, ...topPages] };
const api = process.env.SITE_API === "true" ? [{ text: "Javadoc", link: "/api/index.html", target: "_self" }] : [];

/** The first paragraph of a page, without markup, for search engines. */
function firstParagraph(page) {
	const text = readFileSync(join(pages, page), "utf8").replace(/^(#|\||```|<!--|!\[).*$/gm, "");
	const paragraph = text.split(/\n\s*\n/).find((candidate) => /^[A-Z`\[]/.test(candidate.trim())) ?? description;
	const plain = paragraph.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "").replace(/\s+/g, " ").trim();
	return plain.length > 160 ? plain.slice(0, plain.lastIndexOf(" ", 157)) + " ..." : plain;
}

/** Marks tables whose first column has long names: on a phone, their cells are below each other (style.css). */
function markLongNames(md) {
	md.core.ruler.push("long-names", ({ tokens }) => {
		let head, headings, column;
		for (const [index, token] of tokens.entries()) {
			if (token.type === "thead_open") {
				// VitePress writes <table> itself, without attributes.
				[head, headings] = [token, []];
			}
			else if (token.type === "tr_open") {
				column = 0;
			}
			else if (token.type === "th_open") {
				headings.push(tokens[index + 1].content);
			}
			else if (token.type === "td_open") {
				const names = [...tokens[index + 1].content.matchAll(/`([^`]+)`/g)].map(([, name]) => name.length);
				if (column === 0 && Math.max(0, ...names) > 22) {
					head.attrSet("class", "long-names");
				}
				token.attrSet("data-heading", column === 0 ? "" : headings[column]);
				column++;
			}
		}
	});
}

// As GitHub makes anchors out of headings; DocumentPagesTests check the links with the same rule.
const slugify = (heading) => heading.toLowerCase().replace(/[^a-z0-9 _-]/g, "").replaceAll(" ", "-");

/** The first headings of a page, after a colon. */
function contents(page) {
	const text = readFileSync(join(pages, page), "utf8").replace(/^```.*?^```$/gms, "");
	const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
	return (headings.length > 0 ? ": " : "") + headings.slice(0, 12).join(", ") + (headings.length > 12 ? ", ..." : "");
}

/** Writes llms.txt and the Markdown files that it names, by relative links, which are right for any base. */
function writeForMachines(directory) {
	let text = `# Hyper Client ${version}\n\n> ${description}.\n\n- [Overview](README.md)\n`;
	for (const [group, content] of Object.entries(withTopPages)) {
		text += `\n## ${group}\n\n`;
		for (const page of all(content)) {
			text += `- [${title(page)}](${page})${contents(page)}\n`;
		}
	}
	writeFileSync(join(directory, "llms.txt"), text);
	const files = ["docs/reference/public-api.txt", "docs/monitoring/grafana-dashboard.json",
		"docs/monitoring/prometheus-alerts.yml"];
	for (const page of ["README.md", ...files, ...Object.values(withTopPages).flatMap(all)]) {
		mkdirSync(dirname(join(directory, page)), { recursive: true });
		copyFileSync(join(pages, page), join(directory, page));
	}
}

export default defineConfig({
	title: "Hyper Client",
	description,
	lang: "en",
	// Files of "head" do not get the base by themselves.
	head: [["link", { rel: "icon", type: "image/svg+xml", href: `${process.env.SITE_BASE ?? "/"}icon.svg` }]],
	srcDir: "pages",
	outDir: "../site",
	transformPageData: (page) => {
		page.description ||= firstParagraph(page.relativePath);
	},
	ignoreDeadLinks: "localhostLinks",
	markdown: {
		anchor: { slugify },
		config: markLongNames,
	},
	// The index of the search is large. It is loaded by the first search.
	vite: { build: { chunkSizeWarningLimit: 2000 } },
	themeConfig: {
		siteTitle: `Hyper Client <small>${version}</small>`,
		nav: [...Object.entries(groups).map(([text, content]) => {
			const links = all(content).map((page) => item(page).link);
			return { text, link: links[0], activeMatch: `^(${links.join("|")})$` };
		}), ...api],
		sidebar: [
			...Object.entries(withTopPages).map(([text, content]) => ({ text, items: items(content), collapsed: false })),
			...api,
		],
		outline: [2, 3],
		search: { provider: "local", options: { detailedView: "auto" } },
	},
	buildEnd: (site) => writeForMachines(site.outDir),
});
