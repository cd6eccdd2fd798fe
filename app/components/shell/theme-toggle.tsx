import { paths } from "../../lib/paths";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import { chooseScheme } from "../choices-script";
import { useViewer } from "../viewer";
import classes from "./theme-toggle.module.css";

/** Form that works without JavaScript. With it, the theme changes in place. */
export function ThemeToggle({ here }: { here: string }) {
  const { t } = useText();
  const viewer = useViewer();
  return (
    <form className={classes.theme} method="post" action={paths.preferences()}>
      <input type="hidden" name="returnTo" value={here} />
      {(["dark", "light"] as const).map((scheme) => (
        <button
          key={scheme}
          type="submit"
          name="theme"
          value={scheme}
          className={scheme === "dark" ? classes.toDark : classes.toLight}
          aria-label={t(scheme === "dark" ? "common:theme.toDark" : "common:theme.toLight")}
          onClick={(event) => {
            event.preventDefault();
            chooseScheme(scheme);
            // Stores the theme in the account. After a failure only this browser remembers it.
            if (viewer)
              fetch(paths.preferences(), {
                method: "POST",
                body: new URLSearchParams({ theme: scheme }),
                redirect: "manual",
                keepalive: true,
              }).catch(() => {});
          }}
        >
          {scheme === "dark" ? <Icon name="moon" /> : <Icon name="sun" />}
        </button>
      ))}
    </form>
  );
}
