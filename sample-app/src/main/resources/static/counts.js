"use strict";
setInterval(async () => {
  const answer = await fetch("/counts");
  if (answer.ok) {
    for (const [name, value] of Object.entries(await answer.json())) {
      document.querySelector(`[data-count="${name}"]`).textContent = value;
    }
  }
}, 2000);
