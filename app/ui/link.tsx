import {
  type FormProps,
  type LinkProps,
  type NavLinkProps,
  Form as RemixForm,
  Link as RemixLink,
  NavLink as RemixNavLink,
  useLocation,
} from "@remix-run/react";
import { forwardRef } from "react";
import { addressedLanguage, inLanguage } from "../i18n/addressed-language";

/** Paths from the root, which stand for themselves. */
const IS_OURS = /^\/(?!\/)/;

type To<Props> = Omit<Props, "to"> & { to: string };

/** For plain `<a href>`: the address with the language of this page's own address, where that has one. */
export function useAddress(): (href: string) => string {
  const language = addressedLanguage(useLocation().search);
  return (href) => inLanguage(href, language);
}

/** Remix's Link, which keeps the language of the address (lib/addressed-language.ts), as do the two below. */
export const Link = forwardRef<HTMLAnchorElement, To<LinkProps>>(function Link({ to, ...props }, ref) {
  const address = useAddress()(to);
  return import.meta.env.SSR && IS_OURS.test(address) ? (
    <DrawnLink to={address} {...props} />
  ) : (
    <RemixLink ref={ref} to={address} {...props} />
  );
});

/** What Remix's Link draws for a whole path of ours. Finding that out by itself takes it a tenth of the time that a page is drawn in. */
function DrawnLink({
  to,
  discover = "render",
  prefetch: _prefetch,
  preventScrollReset: _scroll,
  relative: _relative,
  reloadDocument,
  replace: _replace,
  state: _state,
  viewTransition: _transition,
  ...rest
}: To<LinkProps>) {
  return <a {...rest} data-discover={discover === "render" && !reloadDocument ? "true" : undefined} href={to} />;
}

export const NavLink = forwardRef<HTMLAnchorElement, To<NavLinkProps>>(function NavLink({ to, ...props }, ref) {
  return <RemixNavLink ref={ref} to={useAddress()(to)} {...props} />;
});

/** A GET form sends its fields alone, so there the language is a field. */
export const Form = forwardRef<HTMLFormElement, FormProps>(function Form({ method = "get", action, children, ...props }, ref) {
  const language = addressedLanguage(useLocation().search);
  const asks = method.toLowerCase() === "get";
  return (
    <RemixForm ref={ref} method={method} action={action && !asks ? inLanguage(action, language) : action} {...props}>
      {children}
      {asks && language && <input type="hidden" name="lang" value={language} />}
    </RemixForm>
  );
});
