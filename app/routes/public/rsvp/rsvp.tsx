import { EventStrip } from "~/components/hosting/event-strip";
import { GuestFields } from "~/components/hosting/guest-fields";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { Alert } from "~/ui/alert";
import { LinkButton } from "~/ui/button";
import { ButtonRow } from "~/ui/button-row";
import { Fact, Facts } from "~/ui/facts";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { SubmitButton } from "~/ui/submit-button";
import { TextField } from "~/ui/text-field";
import classes from "./rsvp.module.css";
import type { rsvpLoader } from "./rsvp.server";

type RsvpPage = Awaited<ReturnType<typeof rsvpLoader>>["data"];

/** A guest's RSVP: its state, what they can do, and their data. */
export function Rsvp({ page, failure }: { page: RsvpPage; failure: FormFailure | undefined }) {
  const { change, end, others, mine } = page;
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <div className={classes.columns}>
        <div className="rd-stack">
          <PageHead title={page.title} lead={page.lead} />
          {page.openToAll && <Alert tone="good">{page.openToAll}</Alert>}
          {page.why && <Alert>{page.why}</Alert>}
          {page.reason && <Alert>{page.reason}</Alert>}
          <Form name="act" failure={failureOfForm(failure, "act")}>
            {page.buttons.length > 0 && (
              <ButtonRow>
                {page.buttons.map(({ intent, label, isMain }) => (
                  <SubmitButton
                    key={intent}
                    intent={intent}
                    variant={isMain ? undefined : "default"}
                  >
                    {label}
                  </SubmitButton>
                ))}
              </ButtonRow>
            )}
            {end && end.title === null && (
              <ButtonRow>
                <SubmitButton intent="end" variant="subtle">
                  {end.label}
                </SubmitButton>
              </ButtonRow>
            )}
          </Form>
          {page.online && (
            <p className="rd-no-print">
              <a className="rd-link" href={page.online.href} rel="noreferrer">
                {page.online.label}
              </a>
            </p>
          )}
          {page.ticket && (
            <ButtonRow>
              <LinkButton to={page.ticket.href} size="lg">
                {page.ticket.label}
              </LinkButton>
            </ButtonRow>
          )}
          <Facts>
            {page.facts.map(({ term, text }) => (
              <Fact key={term} term={term}>
                <bdi>{text}</bdi>
              </Fact>
            ))}
          </Facts>
          {page.news && <p className="rd-quiet">{page.news}</p>}
          {page.calendar && (
            <p className="rd-no-print">
              <a className="rd-link" href={page.calendar.href} rel="nofollow" download>
                <Icon name="calendar-down" size="s" />
                {page.calendar.label}
              </a>
            </p>
          )}
          {others.showings.length > 0 && (
            <>
              <h2>{others.title}</h2>
              <List>
                {others.showings.map(({ value, label, help, href }) => (
                  <ListItem key={value} title={label} meta={help} to={href} />
                ))}
              </List>
            </>
          )}
          {change && (
            <Fold
              id="change"
              title={change.title}
              open={failureOfForm(failure, "change") !== undefined}
            >
              <Form name="change" failure={failureOfForm(failure, "change")}>
                {change.help && <p className="rd-quiet">{change.help}</p>}
                <GuestFields
                  fields={change.fields}
                  ticked={change.ticked}
                  hasLine={change.hasLine}
                />
                <FormBar submit={change.save} intent="change" isQuiet />
              </Form>
            </Fold>
          )}
          {end?.title && (
            <Fold id="cant" title={end.title}>
              <Form name="end">
                {end.help && <p>{end.help}</p>}
                <FormBar submit={end.label} intent="end" danger />
              </Form>
            </Fold>
          )}
          {page.handOver && (
            <HandOver view={page.handOver} failure={failureOfForm(failure, "hand-over")} />
          )}
          {page.messages && (
            <Fold id="messages" title={page.messages.title}>
              <Form name="messages">
                <p>{page.messages.help}</p>
                <FormBar submit={page.messages.label} intent={page.messages.intent} isQuiet />
              </Form>
              <p>
                <a className="rd-link" href={page.messages.report.href}>
                  {page.messages.report.label}
                </a>
              </p>
            </Fold>
          )}
          <Fold id="data" title={mine.title}>
            <p>{mine.help}</p>
            <p>
              <a className="rd-link" href={mine.export.href} download>
                {mine.export.label}
              </a>
            </p>
            <Form name="erase">
              <p className="rd-quiet">{mine.eraseHelp}</p>
              <FormBar submit={mine.erase} intent="erase" danger />
            </Form>
          </Fold>
        </div>
        <EventStrip event={page.event} />
      </div>
    </main>
  );
}

/** Places of the party with links of their own, and the form for another one. */
function HandOver({
  view: { places, form, ...texts },
  failure,
}: {
  view: NonNullable<RsvpPage["handOver"]>;
  failure: FormFailure | undefined;
}) {
  return (
    <Fold id="hand-over" title={texts.title} open={places.length > 0 || failure !== undefined}>
      {places.length > 0 && (
        <>
          <h3>{texts.handed}</h3>
          <p className="rd-quiet">{texts.handedHelp}</p>
          <List>
            {places.map(({ id, name, link, takeBackOf }) => (
              <ListItem
                key={id}
                title={<bdi>{name}</bdi>}
                meta={
                  <a className={`rd-link ${classes.link}`} href={link} dir="ltr">
                    {link}
                  </a>
                }
                end={
                  takeBackOf && (
                    <Form name={`place-${id}`}>
                      <SubmitButton
                        intent={`take-back ${id}`}
                        variant="default"
                        size="sm"
                        label={takeBackOf}
                      >
                        {texts.takeBack}
                      </SubmitButton>
                    </Form>
                  )
                }
              />
            ))}
          </List>
        </>
      )}
      {form && (
        <Form
          key={places.length}
          name="hand-over"
          failure={failure}
          keeps={`hand-over ${places.length}`}
        >
          <p className="rd-quiet">{form.help}</p>
          <TextField
            name="name"
            label={form.name}
            need="required"
            maxLength={80}
            dir="auto"
            autoComplete="off"
          />
          <FormBar submit={form.make} intent="hand-over" isQuiet />
        </Form>
      )}
    </Fold>
  );
}
