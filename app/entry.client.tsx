import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { documentNonce } from "./components/nonce";
import { TextProvider } from "./components/text";
import { documentLocale, drawnNamespaces, loadedMessages, loadTexts } from "./lib/loaded-messages";
import { paths } from "./lib/paths";

// Where libraries that lock scrolling under a dialog look for the nonce of their style.
Object.assign(globalThis, { __webpack_nonce__: documentNonce() });

// Once the page is there, what it needs coming first; this script may be later still.
const register = () => navigator.serviceWorker?.register(paths.serviceWorker()).catch(() => {});
if (document.readyState === "complete") register();
else addEventListener("load", register);

// The server's texts have to be here before React compares what it finds with what it would draw.
loadTexts(drawnNamespaces()).then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <TextProvider locale={documentLocale()} messages={loadedMessages}>
          <RemixBrowser />
        </TextProvider>
      </StrictMode>,
    );
  });
});
