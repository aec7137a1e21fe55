"use strict";
setInterval(function () {
  fetch("/counts").then(function (answer) {
    return answer.ok ? answer.json() : {};
  }).then(function (counts) {
    Object.keys(counts).forEach(function (name) {
      document.querySelector("[data-count='" + name + "']").textContent = counts[name];
    });
  }).catch(function () {
    // The application is being restarted; the next round will tell.
  });
}, 2000);
