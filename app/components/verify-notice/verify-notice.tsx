import { useLocation } from "@remix-run/react";
import type { verificationNotice } from "../../lib/pages/viewer.server";
import { paths } from "../../lib/paths";
import { Icon } from "../../ui/icon";
import { Form } from "../../ui/link";
import classes from "../dashboard/account-banners.module.css";

interface VerifyNoticeProps {
  notice: ReturnType<typeof verificationNotice>;
  /** Opens the response in a new tab, which keeps the fields typed on this page. */
  opensTab?: boolean;
}

/** Notice that this page needs a confirmed address, with a button that resends the link. */
export function VerifyNotice({ notice, opensTab = false }: VerifyNoticeProps) {
  const { pathname, search } = useLocation();
  if (!notice) return null;
  const here = pathname + search;
  return (
    <Form
      method="post"
      action={opensTab ? paths.verifyEmail(undefined, here) : paths.account()}
      className={classes.banner}
      data-kind="waiting"
      {...(opensTab && { reloadDocument: true, target: "_blank" })}
    >
      <Icon name="mail" />
      <p>{notice.text}</p>
      <input type="hidden" name="returnTo" value={here} />
      <button type="submit" name="intent" value="resend">
        {notice.label}
      </button>
    </Form>
  );
}
