// Inside /embed/events: tells the page around it how high the list is, so that embed.js can fit the frame to it.
if (window.parent !== window) {
  const tell = () =>
    window.parent.postMessage(
      {
        type: "rooydad:height",
        height: Math.ceil(document.documentElement.getBoundingClientRect().height),
      },
      "*",
    );
  new ResizeObserver(tell).observe(document.documentElement);
  tell();
}
