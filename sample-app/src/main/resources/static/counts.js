"use strict";
setInterval(function () {
  fetch("/counts").then(function (response) {
    return response.ok ? response.json() : {};
  }).then(function (counts) {
    Object.keys(counts).forEach(function (name) {
      document.querySelector("[data-count='" + name + "']").textContent = counts[name];
    });
  }).catch(function () {
    // The application may be restarting; the next request is sent in two seconds.
  });
}, 2000);
