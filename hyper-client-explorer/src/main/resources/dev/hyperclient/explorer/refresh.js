"use strict";
// Replaces the content of elements with data-refresh every data-seconds. A text with a live region is changed only if it differs, so that
// it is not read again and again. Content with data-done is not replaced any more.
document.querySelectorAll("[data-refresh]").forEach(function (box) {
  setInterval(function () {
    if (document.hidden || box.querySelector("[data-done]") || box.contains(document.activeElement) || box.querySelector("details[open]")) {
      return;
    }
    fetch(box.dataset.refresh, { headers: { Accept: "text/html" } }).then(function (response) {
      return response.ok ? response.text() : null;
    }).then(function (html) {
      if (html === null) {
        return;
      }
      box.innerHTML = html;
      const text = document.getElementById(box.dataset.summaryOf);
      const summary = box.querySelector("[data-summary]");
      if (text && summary && text.textContent !== summary.dataset.summary) {
        text.textContent = summary.dataset.summary;
      }
    }).catch(function () {
      // The application may be restarting; the next request is sent later.
    });
  }, 1000 * Number(box.dataset.seconds));
});
