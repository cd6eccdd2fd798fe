import type { FeedLinksView } from "../../lib/pages/views";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import classes from "./subscribe-links.module.css";

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
