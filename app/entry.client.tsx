import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { TextProvider } from "./components/text";
import { keepAddressedLanguage } from "./lib/addressed-language";
import { loadedMessages } from "./lib/loaded-messages";
import { DEFAULT_LOCALE, parseLocale } from "./lib/locale";

keepAddressedLanguage();

// The server's texts have to be here before React compares what it finds with what it would draw.
loadedMessages().then((messages) => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <TextProvider locale={parseLocale(document.documentElement.lang) ?? DEFAULT_LOCALE} messages={messages}>
          <RemixBrowser />
        </TextProvider>
      </StrictMode>,
    );
  });
});
