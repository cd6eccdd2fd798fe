import type { FeedLinksView, ListFollowView } from "../../lib/pages/views";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import classes from "./follow-list.module.css";

/** "Subscribe" menu with the calendar feeds of an event list. Works without JavaScript. */
export function SubscribeLinks({ feed: { words, ...feed } }: { feed: FeedLinksView }) {
  return (
    <details className={`${classes.subscribe} rd-no-print`}>
      <summary>
        <Icon name="rss" />
        {words.open}
      </summary>
      <div>
        <p>{words.lead}</p>
        <ul>
          <li>
            <a href={feed.webcal}>{words.webcal}</a>
          </li>
          <li>
            <a href={feed.google} rel="nofollow noopener">
              {words.google}
            </a>
          </li>
          <li>
            <a href={feed.ics}>{words.ics}</a>
          </li>
        </ul>
        <p>
          {words.readers} <a href={feed.atom}>Atom</a> · <a href={feed.rss}>RSS</a> ·{" "}
          <a href={feed.json}>JSON Feed</a>
        </p>
        {feed.embed && (
          <p>
            <Link className="rd-link" to={feed.embed}>
              {words.embed}
            </Link>
          </p>
        )}
        <small>{words.note}</small>
      </div>
    </details>
  );
}

/**
 * Follows a list or a host, or ends that, by a native form: little code for pages of many parts.
 * @param label its name, where the page has several
 */
export function ListFollow({ follow, label }: { follow: ListFollowView | null; label?: string }) {
  return (
    follow && (
      <form method="post" action={follow.action}>
        <Button
          variant="default"
          intent={follow.intent}
          aria-label={label}
          aria-pressed={follow.intent === "unfollow"}
          icon="bell"
        >
          {follow.label}
        </Button>
      </form>
    )
  );
}
