import {
  type FormProps,
  type LinkProps,
  type NavLinkProps,
  Form as RemixForm,
  Link as RemixLink,
  NavLink as RemixNavLink,
  useLocation,
} from "@remix-run/react";
import { forwardRef, useCallback } from "react";
import { addressedLanguage, inLanguage } from "../i18n/addressed-language";
import { rememberedFor } from "../lib/runtime/remembered";

/** Matches paths of this site. */
const IS_OURS = /^\/(?!\/)/;
/** Paths whose routes a page discovers beforehand: with its forms fewer than are answered (refusals.ts). */
const MOST_DISCOVERED = 100;
/** The paths that discover their routes while a location is shown: the first that are drawn. */
const discoveredAt = rememberedFor((_: object) => new Set<string>());

function discovery(location: object, to: string): "render" | "none" {
  const path = to.split(/[?#]/, 1)[0] ?? to;
  const paths = discoveredAt(location);
  if (paths.size < MOST_DISCOVERED) paths.add(path);
  return paths.has(path) ? "render" : "none";
}

type To<Props> = Omit<Props, "to"> & { to: string };

/** Returns a function that adds the language of the current URL to a path, for plain `<a href>`. */
export function useAddress(): (href: string) => string {
  const language = addressedLanguage(useLocation().search);
  return useCallback((href) => inLanguage(href, language), [language]);
}

/**
 * Remix's Link that keeps the language of the URL (lib/addressed-language.ts), as the two below do.
 */
export const Link = forwardRef<HTMLAnchorElement, To<LinkProps>>(function Link(
  { to, ...props },
  ref,
) {
  const location = useLocation();
  const address = inLanguage(to, addressedLanguage(location.search));
  const { discover = discovery(location, to) } = props;
  return import.meta.env.SSR && IS_OURS.test(address) ? (
    drawnLink({ ...props, to: address, discover })
  ) : (
    <RemixLink ref={ref} {...props} to={address} discover={discover} />
  );
});

/**
 * Same output as Remix's Link for an absolute path. Remix's path resolution would take a tenth of
 * the rendering time; it is no component, since a list has more than a hundred links.
 */
function drawnLink({
  to,
  discover,
  prefetch: _prefetch,
  preventScrollReset: _scroll,
  relative: _relative,
  reloadDocument,
  replace: _replace,
  state: _state,
  viewTransition: _transition,
  ...rest
}: To<LinkProps>) {
  return (
    <a
      {...rest}
      data-discover={discover === "render" && !reloadDocument ? "true" : undefined}
      href={to}
    />
  );
}

export const NavLink = forwardRef<HTMLAnchorElement, To<NavLinkProps>>(function NavLink(
  { to, ...props },
  ref,
) {
  return <RemixNavLink ref={ref} to={useAddress()(to)} {...props} />;
});

/** A GET form replaces the query string, so the language is a hidden field. */
export const Form = forwardRef<HTMLFormElement, FormProps>(function Form(
  { method = "get", action, children, ...props },
  ref,
) {
  const language = addressedLanguage(useLocation().search);
  const asks = method.toLowerCase() === "get";
  return (
    <RemixForm
      ref={ref}
      method={method}
      action={action && !asks ? inLanguage(action, language) : action}
      {...props}
    >
      {children}
      {asks && language && <input type="hidden" name="lang" value={language} />}
    </RemixForm>
  );
});
