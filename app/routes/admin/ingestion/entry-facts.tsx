import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./preview.module.css";
import type { FactsView, IssueView } from "./wizard-preview.server";

interface EntryFactsProps {
  entry: FactsView;
  heading: "h1" | "h2" | "h3";
  /** URL of the title's link. */
  href?: string;
  /** Text beside the title. */
  mark?: ReactNode;
}

/** Facts of an extracted event: title, dates in both calendars, price, place and source. */
export function EntryFacts({ entry, heading: Heading, href, mark }: EntryFactsProps) {
  const { t } = useText();
  return (
    <>
      <div className={`${classes.title} rd-row`}>
        <Heading dir="auto" lang={entry.titleLang}>
          {href ? <Link to={href}>{entry.title}</Link> : entry.title}
        </Heading>
        {mark}
      </div>
      {entry.otherTitle && (
        <p className={classes.other}>
          <bdi lang={entry.titleLang === "fa" ? "en" : "fa"}>{entry.otherTitle}</bdi>
        </p>
      )}
      <ul className={classes.facts}>
        <li>
          {entry.category ? (
            <>
              <Icon name={entry.category.icon} size="s" />
              {entry.category.label}
            </>
          ) : (
            <em>{t("ingestion:entry.noCategory")}</em>
          )}
        </li>
        <li>
          <Icon name="calendar-event" size="s" />
          {entry.dates ? (
            <span>
              {entry.dates}{" "}
              {entry.day && <small>{t("ingestion:entry.first", { date: entry.day.own })}</small>}
            </span>
          ) : entry.day ? (
            <span>
              {entry.day.own} <small>{entry.day.other}</small>
              {entry.until && <> {entry.until}</>}
            </span>
          ) : (
            <em>{t("ingestion:entry.noDate")}</em>
          )}
        </li>
        <li>
          <Icon name="clock" size="s" />
          {entry.time ? <bdi>{entry.time}</bdi> : <em>{t("ingestion:entry.noTime")}</em>}
        </li>
        <li>
          <Icon name="ticket" size="s" />
          {entry.price}
        </li>
        <li>
          <Icon name="map-pin" size="s" />
          {entry.venue ? (
            <span>
              <bdi>{entry.venue}</bdi> {entry.address && <small dir="auto">{entry.address}</small>}
            </span>
          ) : (
            <em>{t("ingestion:entry.noVenue")}</em>
          )}
        </li>
        <li>
          <Icon name="link" size="s" />
          {entry.url ? (
            <a
              className="rd-link"
              href={entry.url.href}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              <bdi>{entry.url.host}</bdi>
            </a>
          ) : (
            <em>{t("ingestion:entry.noUrl")}</em>
          )}
        </li>
      </ul>
    </>
  );
}

const ICONS = {
  error: <Icon name="circle-x" size="s" />,
  duplicate: <Icon name="copy" size="s" />,
  doubt: <Icon name="alert-triangle" size="s" />,
  note: <Icon name="info-circle" size="s" />,
};

/** Warnings, errors and automatic changes of an extracted event. */
export function IssueList({ issues }: { issues: readonly IssueView[] }) {
  if (issues.length === 0) return null;
  return (
    <ul className={classes.issues}>
      {issues.map(({ key, field, text, grade }) => (
        <li key={key} data-grade={grade}>
          {ICONS[grade]}
          <span>
            {field && <b>{field}: </b>}
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
