"use strict";
(function () {
  const show = (id, text) => { document.getElementById(id).textContent = text; };
  const json = { headers: { Accept: "application/json, application/problem+json" } };
  // On a phone the results are far below the button.
  const report = (text) => {
    show("progress", text);
    document.getElementById("progress").scrollIntoView({ block: "start" });
  };
  const outcome = (response, start) => response.status + " after " + Math.round(performance.now() - start) + " ms";

  async function health(id) {
    const status = (await (await fetch("/actuator/health/hyperClient", json)).json()).status || "unknown";
    show(id, status);
    document.getElementById(id).className = "chip " + (status === "UP" ? "ok" : "error");
  }

  async function run(form) {
    const title = form.querySelector("h2").textContent;
    document.getElementById("result").hidden = false;
    report("Running “" + title + "”…");
    show("title", title);
    document.getElementById("requests").replaceChildren();
    ["status", "after", "next", "body"].forEach((id) => show(id, "…"));
    await health("before");
    const start = performance.now();
    const response = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), ...json });
    show("status", outcome(response, start) + ", " + response.headers.get("Content-Type"));
    show("body", JSON.stringify(await response.json(), null, 2));
    const requests = response.headers.get("Service-Requests") || "none";
    document.getElementById("requests").replaceChildren(...requests.split(", ").map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }));
    await health("after");
    const again = performance.now();
    show("next", outcome(await fetch("/faults/recipe", json), again));
    report("“" + title + "” ended: a caller gets " + response.status + ".");
  }

  async function reset(form) {
    await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), ...json });
    document.getElementById("result").hidden = true;
    report("Reset: the service answers as usual.");
  }

  document.querySelectorAll("form.fault").forEach((form) => form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    try {
      await (form.id === "reset" ? reset(form) : run(form));
    }
    catch (error) {
      report("No answer: " + error.message);
    }
    finally {
      button.disabled = false;
    }
  }));
})();
