"use strict";
// Draws the graph of types from the list of the page. The part of the URL after # names the selected type: "#type:recipe" with its
// neighbours highlighted, "#near:recipe" with its neighbours alone.
(function () {
  const FONT = 13;
  const GAP = 2;
  // Number of names that are shown in any case.
  const ALWAYS = 3;
  const STEP = 60;
  const byId = (id) => document.getElementById(id);
  const box = byId("graph");
  const filter = byId("filter");
  const collections = byId("collections");
  const names = byId("names");
  const status = byId("graph-status");
  const panel = byId("selection");
  const help = [...panel.children];
  const rows = new Map([...byId("types").children].map((row) => [row.dataset.type, row]));
  const pen = document.createElement("canvas").getContext("2d");
  const arranged = new Map();
  let hovered = null;
  let shown = "";

  // Without an element of this id, the library adds a style element, which the content security policy refuses.
  document.querySelector("link[rel=stylesheet]").id = "__________cytoscape_stylesheet";
  byId("graph-tools").hidden = false;

  // With the types of collections or without them, links to a collection have other arrows.
  function elements() {
    const arrows = new Map();
    const add = (kind, from, to, name) => {
      const id = JSON.stringify([kind, from, to]);
      if (rows.has(from) && rows.has(to)) {
        arrows.has(id) || arrows.set(id, { data: { id, source: from, target: to, names: [] }, classes: kind });
        arrows.get(id).data.names.push(name);
      }
    };
    rows.forEach((row, from) => row.querySelectorAll("[data-to]").forEach(({ dataset: { name = "entries", to, via } }) => {
      if (row.dataset.kind !== "collection") {
        add("short", from, to, name);
      }
      add("full", from, via || to, name);
    }));
    arrows.forEach(({ data }) => {
      data.label = data.names.slice(0, 2).join(", ") + (data.names.length > 2 ? ` and ${data.names.length - 2} more` : "");
    });
    return [...[...rows].map(([id, row]) => ({ data: { id, label: id }, classes: row.dataset.kind })), ...arrows.values()];
  }

  const content = elements();
  const degrees = new Map([...rows.keys()].map((id) => [id, 0]));
  content.filter(({ classes }) => classes === "short").forEach(({ data }) => [data.source, data.target].forEach((id) => degrees.set(id, degrees.get(id) + 1)));
  const size = (node) => 12 + 5 * Math.log2(1 + degrees.get(node.id()));

  function looks() {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue("--" + name).trim();
    const text = { "font-family": "system-ui, sans-serif", "text-background-color": colour("card"), "text-background-opacity": .85, "text-background-padding": 1 };
    return [
      { selector: "node", style: { ...text, color: colour("text"), width: size, height: size, "background-color": colour("accent") } },
      { selector: ".collection, .other", style: { shape: "round-rectangle", "background-color": colour("info") } },
      { selector: ".root", style: { shape: "diamond" } },
      { selector: "edge", style: { ...text, color: colour("text"), width: 1.5, "curve-style": "bezier", "line-color": colour("soft"), "target-arrow-color": colour("soft"), "target-arrow-shape": "triangle", "line-opacity": .5 } },
      { selector: ".named", style: { label: "data(label)" } },
      { selector: "edge.near", style: { width: 2.5, "line-color": colour("accent"), "target-arrow-color": colour("accent"), "line-opacity": 1, "z-index": 2 } },
      { selector: "node.active", style: { "border-width": 4, "border-color": colour("text"), "z-index": 3 } },
      { selector: ".far", style: { opacity: .15 } },
      { selector: ".hidden", style: { display: "none" } },
    ];
  }

  const cy = cytoscape({ container: box, elements: content, style: looks(), layout: { name: "preset" }, minZoom: .02, maxZoom: 3,
    autoungrabify: true, autounselectify: true, boxSelectionEnabled: false });

  // A fragment that a user typed may have a percent sign alone.
  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  function chosen() {
    const match = /^#(type|near):(.*)$/.exec(location.hash);
    const node = match ? cy.getElementById(decoded(match[2])) : cy.collection();
    return { node, alone: node.nonempty() && match[1] === "near" };
  }

  function arrows() {
    return cy.edges(collections.checked ? ".full" : ".short");
  }

  function choose(id) {
    location.hash = "type:" + encodeURIComponent(id);
  }

  // Shows what the filter, the switches and the selection leave, arranged anew if that is not what is shown.
  function update() {
    const { node, alone } = chosen();
    collections.checked ||= node.is(".collection, .other");
    const text = filter.value.trim().toLowerCase();
    const found = cy.nodes().filter((one) => one.id().toLowerCase().includes(text));
    const kinds = cy.nodes(collections.checked ? "*" : ".root, .entry");
    const seen = kinds.intersection(alone ? node.union(node.connectedEdges().intersection(arrows()).connectedNodes()) : found);
    const drawn = seen.union(seen.edgesWith(seen).intersection(arrows()));
    const key = drawn.map((element) => element.id()).join("\n");
    const done = () => {
      const more = alone ? 0 : found.size() - seen.size();
      status.textContent = `${seen.size()} of ${rows.size} types, ${drawn.edges().size()} arrows`
        + (text && more ? `; ${more} types of collections and files match too` : "");
      highlight();
    };
    describe({ node, alone });
    if (key === shown) {
      done();
      return;
    }
    shown = key;
    cy.batch(() => {
      cy.elements().addClass("hidden");
      drawn.removeClass("hidden");
    });
    rows.forEach((row, id) => {
      row.hidden = !seen.getElementById(id).nonempty();
    });
    status.textContent = `Arranging ${seen.size()} types …`;
    box.setAttribute("aria-busy", "true");
    // After the text is painted.
    requestAnimationFrame(() => setTimeout(() => {
      if (key === shown) {
        arrange(drawn, key);
        fit();
        box.removeAttribute("aria-busy");
        done();
      }
    }));
  }

  function arrange(drawn, key) {
    if (arranged.has(key)) {
      drawn.nodes().positions((node) => arranged.get(key).get(node.id()));
      return;
    }
    const single = drawn.nodes().filter((node) => node.edgesWith(drawn.nodes().not(node)).empty());
    const linked = drawn.not(single);
    // The same graph is arranged in the same way each time.
    linked.nodes().sort((one, other) => degrees.get(other.id()) - degrees.get(one.id()))
      .positions((node, i) => ({ x: 40 * Math.sqrt(i) * Math.cos(2.4 * i), y: 40 * Math.sqrt(i) * Math.sin(2.4 * i) }));
    linked.layout({ name: "cose", animate: false, randomize: false, fit: false, idealEdgeLength: () => 90, nodeRepulsion: () => 200000, nodeOverlap: 20, gravity: 1, numIter: 500, coolingFactor: .985 }).run();
    // As wide and high as the box, with room for names in a small graph. Types without arrows are below the others.
    const area = linked.nonempty() ? linked.boundingBox() : { x1: 0, y1: 0, y2: 0, w: 0, h: 0 };
    const ratio = Math.min(1.7, Math.max(.6, Math.sqrt(box.clientWidth / box.clientHeight * area.h / area.w) || 1));
    const spread = Math.min(2, Math.max(1, Math.min(box.clientWidth / area.w / ratio, box.clientHeight / area.h * ratio)));
    linked.nodes().positions((node) => ({ x: (node.position("x") - area.x1) * spread * ratio, y: (node.position("y") - area.y2) * spread / ratio }));
    const columns = Math.max(1, Math.floor(area.w * spread * ratio / 250));
    single.positions((node, i) => ({ x: 250 * (i % columns), y: 80 + 60 * Math.floor(i / columns) }));
    arranged.set(key, new Map(drawn.nodes().map((node) => [node.id(), { ...node.position() }])));
  }

  function fit() {
    const drawn = cy.elements().removeClass("named").not(".hidden");
    cy.fit(drawn, 40);
    if (cy.zoom() > 1.2) {
      cy.zoom(1.2);
      cy.center(drawn);
    }
    label();
  }

  function active() {
    return hovered ? hovered : chosen().node.not(".hidden");
  }

  function highlight() {
    const node = active();
    const drawn = cy.elements().not(".hidden");
    cy.batch(() => {
      cy.elements().removeClass("active near far");
      if (node.nonempty()) {
        const near = node.closedNeighborhood().not(".hidden");
        drawn.not(near).addClass("far");
        near.addClass("near");
        node.addClass("active");
      }
    });
    label();
  }

  // Shows names as far as they cover neither each other nor types: that of the active type first, then of its neighbours, its arrows,
  // and of types with many links. If possible, they do not touch types and arrowheads. Their size does not depend on the zoom.
  function label() {
    const node = active();
    const zoom = cy.zoom();
    const drawn = cy.elements().not(".hidden, .far");
    const around = ({ x, y }, width, height = width) => ({ left: x - width, right: x + width, top: y - height, bottom: y + height });
    const meets = (place) => (other) => place.left < other.right && place.right > other.left && place.top < other.bottom && place.bottom > other.top;
    const rank = (one) => (one.same(node) ? 4e6 : one.isEdge() ? 1e6 : one.hasClass("near") ? 2e6 : 0) + (degrees.get(one.id()) || 0);
    const ranked = drawn.filter((one) => one.isNode() || names.checked || one.hasClass("near")).map((one) => ({ one, rank: rank(one) }));
    const better = drawn.nodes().map((one) => around(one.renderedPosition(), one.renderedWidth() / 2));
    if (drawn.size() < 100) {
      better.push(...drawn.edges().map((edge) => around(edge.renderedTargetEndpoint(), 5)));
    }
    const named = cy.collection();
    const taken = drawn.nodes().map((one) => around(one.renderedPosition(), one.renderedWidth() / 4));
    pen.font = FONT + "px system-ui, sans-serif";
    cy.batch(() => {
      ranked.sort((first, second) => second.rank - first.rank).forEach(({ one }, i) => {
        const { x, y } = one.isNode() ? one.renderedPosition() : one.renderedMidpoint();
        const width = pen.measureText(one.data("label")).width / 2 + 2;
        const height = FONT / 2 + 2;
        // The name of a type is beside it, that of a link on its arrow or beside it.
        const radius = one.isNode() ? one.renderedHeight() / 2 + GAP : 0;
        const places = [...(one.isNode() ? [] : [["center", "center", 0, 0]]), ["center", "bottom", 0, 1], ["right", "center", 1, 0], ["left", "center", -1, 0], ["center", "top", 0, -1]]
          .map(([halign, valign, dx, dy]) => ({ halign, valign, dx, dy, ...around({ x: x + dx * (radius + width), y: y + dy * (radius + height) }, width, height) }));
        const free = places.filter((place) => place.left >= 0 && place.right <= box.clientWidth && place.top >= 0 && place.bottom <= box.clientHeight && !taken.some(meets(place)));
        const place = free.find((one) => !better.some(meets(one))) || free[0] || (i < ALWAYS && places[0]);
        if (place) {
          taken.push(place);
          named.merge(one.style({ "font-size": FONT / zoom, "text-halign": place.halign, "text-valign": place.valign,
            "text-margin-x": place.dx * (one.isNode() ? GAP : width) / zoom, "text-margin-y": place.dy * (one.isNode() ? GAP : height) / zoom }));
        }
      });
      cy.elements(".named").not(named).removeClass("named");
      named.addClass("named");
    });
  }

  function describe({ node, alone }) {
    const focused = panel.contains(document.activeElement);
    panel.replaceChildren(...(node.nonempty() ? description(node, alone) : help));
    if (focused) {
      panel.querySelector("a")?.focus();
    }
  }

  function description(node, alone) {
    const id = node.id();
    const title = element("h2", "first", anchor(rows.get(id).querySelector("a").href, id));
    const more = anchor((alone ? "#type:" : "#near:") + encodeURIComponent(id), alone ? "Show the other types too" : "Show its neighbours alone");
    const lines = node.connectedEdges().intersection(arrows());
    return [title, element("p", "", more),
      ...ends("Links to", lines.filter((line) => line.source().same(node)), (line) => line.target().id()),
      ...ends("Linked from", lines.filter((line) => line.target().same(node)), (line) => line.source().id())];
  }

  function ends(heading, lines, other) {
    const items = lines.sort((one, another) => other(one).localeCompare(other(another)))
      .map((line) => element("li", "", anchor("#type:" + encodeURIComponent(other(line)), other(line)),
        element("span", "soft", ` (${line.data("names").join(", ")})`)));
    return items.length ? [element("h3", "", `${heading} (${items.length})`), element("ul", "", ...items)] : [];
  }

  function element(name, style, ...content) {
    const created = document.createElement(name);
    created.className = style;
    created.append(...content);
    return created;
  }

  function anchor(href, text) {
    const link = element("a", "", text);
    link.href = href;
    return link;
  }

  function zoomBy(factor) {
    cy.zoom({ level: cy.zoom() * factor, renderedPosition: { x: box.clientWidth / 2, y: box.clientHeight / 2 } });
  }

  const keys = {
    ArrowLeft: () => cy.panBy({ x: STEP, y: 0 }), ArrowRight: () => cy.panBy({ x: -STEP, y: 0 }),
    ArrowUp: () => cy.panBy({ x: 0, y: STEP }), ArrowDown: () => cy.panBy({ x: 0, y: -STEP }),
    "+": () => zoomBy(1.3), "=": () => zoomBy(1.3), "-": () => zoomBy(1 / 1.3), 0: fit, Escape: () => choose(""),
  };
  box.addEventListener("keydown", (event) => {
    if (keys[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  byId("zoom-in").addEventListener("click", keys["+"]);
  byId("zoom-out").addEventListener("click", keys["-"]);
  byId("fit").addEventListener("click", fit);
  let typed = 0;
  filter.addEventListener("input", () => {
    clearTimeout(typed);
    typed = setTimeout(() => {
      if (chosen().alone) {
        history.replaceState(null, "", "#type:" + encodeURIComponent(chosen().node.id()));
      }
      update();
    }, 200);
  });
  filter.addEventListener("keydown", (event) => {
    const text = filter.value.trim().toLowerCase();
    const found = [...rows.keys()].filter((id) => text && id.toLowerCase().includes(text)).sort((one, other) => one.length - other.length);
    if (event.key === "Enter" && found.length) {
      // The filter would leave out its neighbours.
      clearTimeout(typed);
      filter.value = "";
      location.hash = "near:" + encodeURIComponent(found[0]);
      update();
    }
  });
  collections.addEventListener("change", update);
  names.addEventListener("change", label);
  window.addEventListener("hashchange", update);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    cy.style(looks());
    label();
  });
  cy.on("tap", (event) => choose(event.target === cy || event.target.isEdge() ? "" : event.target.id()));
  const hover = (node) => {
    hovered = node;
    highlight();
  };
  cy.on("mouseover", "node", (event) => hover(event.target));
  cy.on("mouseout", "node", () => hover(null));
  box.addEventListener("mouseleave", () => hover(null));
  let pending = 0;
  cy.on("pan zoom resize", () => {
    cancelAnimationFrame(pending);
    pending = requestAnimationFrame(label);
  });
  update();
})();
