// Puts a list of events where its own script tag stands:
// <script async src="https://…/embed.js" data-city="tehran" data-category="concert" data-lang="fa" data-theme="auto" data-limit="6" data-accent="0e8388"></script>
(() => {
  const script = document.currentScript;
  if (!script?.src) return;
  const { origin } = new URL(script.src);
  const address = new URL("/embed/events", origin);
  for (const name of [
    "city",
    "category",
    "event",
    "by",
    "venue",
    "organizer",
    "week",
    "lang",
    "theme",
    "limit",
    "accent",
  ]) {
    const value = script.dataset[name];
    if (value) address.searchParams.set(name, value);
  }
  const frame = document.createElement("iframe");
  frame.src = address.href;
  frame.title = script.dataset.title || (script.dataset.lang === "fa" ? "رویدادها" : "Events");
  frame.loading = "lazy";
  frame.width = "100%";
  frame.height = "480";
  frame.style.border = "0";
  window.addEventListener("message", ({ data, origin: from, source }) => {
    // Only what this very frame says, and only of our own origin.
    if (
      from !== origin ||
      source !== frame.contentWindow ||
      !data ||
      data.type !== "rooydad:height"
    )
      return;
    const height = Number(data.height);
    if (height > 0 && height < 20000) frame.height = String(Math.ceil(height));
  });
  script.insertAdjacentElement("afterend", frame);
})();
