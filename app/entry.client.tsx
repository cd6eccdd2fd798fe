import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { documentLocale, drawnNamespaces, loadedMessages, loadTexts } from "./i18n/loaded-messages";
import { whenIdle } from "./lib/pages/when-idle";
import { paths } from "./lib/paths";
import { drawnParts } from "./ui/lazy-part";
import { documentNonce } from "./ui/nonce";
import { TextProvider } from "./ui/text";
import { listenForBack } from "./ui/use-history-entry";

// Where libraries that lock scrolling under a dialog look for the nonce of their style.
Object.assign(globalThis, { __webpack_nonce__: documentNonce() });

// A worker of its own and the pages that it keeps cost a phone's processor just while the page
// wakes up.
whenIdle(() => navigator.serviceWorker?.register(paths.serviceWorker()).catch(() => {}));

listenForBack();

// Hydration needs the server's texts and parts before its first comparison.
Promise.all([loadTexts(drawnNamespaces()), drawnParts()]).then(() => {
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
