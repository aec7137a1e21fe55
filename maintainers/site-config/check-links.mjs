// Checks a built site: each link and anchor leads somewhere, and nothing but links refers to another host.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const [site, base = "/"] = process.argv.slice(2);
const files = readdirSync(site, { recursive: true }).filter((file) => /\.(html|css)$/.test(file) && !file.startsWith("api/"));
const texts = new Map();
const problems = new Set();
let links = 0;

function text(file) {
	if (!texts.has(file)) {
		texts.set(file, readFileSync(file, "utf8"));
	}
	return texts.get(file);
}

function check(from, reference) {
	const [path, anchor] = reference.replaceAll("&amp;", "&").split("#");
	let target = path === "" ? join(site, from)
		: path.startsWith("/") ? join(site, path.startsWith(base) ? path.slice(base.length) : "outside the base")
		: resolve(site, dirname(from), path);
	if (path.endsWith("/")) {
		target = join(target, "index.html");
	}
	links++;
	if (!existsSync(target)) {
		problems.add(`${from}: ${reference} does not exist`);
	}
	else if (anchor && !text(target).includes(`id="${decodeURIComponent(anchor)}"`)) {
		problems.add(`${from}: ${reference} has no such anchor`);
	}
}

for (const file of files) {
	for (const [, element, attributes] of text(join(site, file)).matchAll(/<([a-z]+)((?:\s[^<>]*)?)>/g)) {
		for (const [, reference] of attributes.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
			if (!/^([a-z]+:|\/\/)/.test(reference)) {
				check(file, reference);
			}
			else if (element !== "a" && !reference.startsWith("data:")) {
				problems.add(`${file}: <${element}> loads ${reference}`);
			}
		}
	}
	for (const [reference] of file.endsWith(".css") ? text(join(site, file)).matchAll(/(url\(["']?|@import\s+["'])(https?:)?\/\/[^)]*/g) : []) {
		problems.add(`${file}: loads ${reference}`);
	}
}
for (const problem of problems) {
	console.error(problem);
}
console.log(`${files.length} files, ${links} links, ${problems.size} problems`);
process.exit(problems.size === 0 ? 0 : 1);
