import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/badge";
import { CheckGroup } from "~/ui/check-group";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { Select } from "~/ui/select";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type { channelsPage } from "./channels-page.server";

type Page = Awaited<ReturnType<typeof channelsPage>>;

const BOT_TONES = { none: "plain", ready: "good", refused: "bad", waiting: "waiting" } as const;
const CHANNEL_TONES = { on: "good", stopped: "plain", refused: "bad" } as const;

/** Page `/admin/channels`: the bots of messengers, and the channels that they post to. */
export function Channels({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("messengers:title")} lead={t("messengers:lead")} />
      {page.isOff && <Alert tone="waiting">{t("messengers:off")}</Alert>}
      <Section isBeside title={t("messengers:list.title")}>
        {page.channels.length === 0 ? (
          <p>{t("messengers:list.none")}</p>
        ) : (
          <List>
            {page.channels.map(({ id, chat, about, state }) => (
              <ListItem
                key={id}
                start={<Icon name="broadcast" />}
                to={paths.adminChannel(id)}
                title={<bdi dir="ltr">{chat}</bdi>}
                meta={about}
                end={<Badge tone={CHANNEL_TONES[state]}>{t(`messengers:list.${state}`)}</Badge>}
              />
            ))}
          </List>
        )}
      </Section>
      <Section
        isBeside
        id="bots"
        title={t("messengers:bots.title")}
        lead={t("messengers:bots.lead")}
      >
        <List>
          {page.bots.map((bot) => (
            <Bot
              key={bot.service}
              bot={bot}
              failure={failureOfForm(failure, `bot-${bot.service}`)}
            />
          ))}
        </List>
      </Section>
      <Section isBeside id="new" title={t("messengers:form.title")}>
        <NewChannel page={page} failure={failureOfForm(failure, "channel")} />
      </Section>
    </main>
  );
}

function Bot({ bot, failure }: { bot: Page["bots"][number]; failure: FormFailure | undefined }) {
  const { t } = useText();
  const { service, name, hasToken, canAnswer, answers, state, problem, paused } = bot;
  const about = [
    problem && t("messengers:bots.problem", { reason: problem }),
    paused && t("messengers:bots.paused", { time: paused }),
    canAnswer
      ? hasToken && t(answers ? "messengers:bots.answers" : "messengers:bots.silent")
      : t("messengers:bots.mute"),
  ];
  return (
    <ListItem
      title={name}
      level={3}
      meta={about.filter(Boolean).join(" ")}
      end={<Badge tone={BOT_TONES[state]}>{t(`messengers:bots.${state}`)}</Badge>}
    >
      <Fold
        title={t(hasToken ? "messengers:bots.change" : "messengers:bots.save")}
        open={failure !== undefined}
        isQuiet
      >
        <Form name={`bot-${service}`} action={paths.adminChannels()} failure={failure}>
          <input type="hidden" name="service" value={service} />
          <TextField
            name="token"
            id={`token-${service}`}
            label={t("messengers:bots.token", { service: name })}
            help={t("messengers:bots.tokenHelp")}
            dir="ltr"
            maxLength={200}
            autoComplete="off"
          />
          <FormBar submit={t("messengers:bots.save")} intent="token" isQuiet>
            {hasToken && canAnswer && (
              <SubmitButton intent="hook" variant="default">
                {t(answers ? "messengers:bots.listenAgain" : "messengers:bots.listen")}
              </SubmitButton>
            )}
            {hasToken && (
              <SubmitButton intent="remove-token" danger>
                {t("messengers:bots.remove")}
              </SubmitButton>
            )}
          </FormBar>
        </Form>
      </Fold>
    </ListItem>
  );
}

function NewChannel({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { t } = useText();
  return (
    <Form
      name="channel"
      action={paths.adminChannels()}
      failure={failure}
      keeps={`channel ${page.channels.length}`}
    >
      <Select name="service" label={t("messengers:form.service")} options={page.services} />
      <Select
        name="city"
        label={t("messengers:form.city")}
        options={page.cities}
        empty=""
        need="required"
      />
      <TextField
        name="chat"
        label={t("messengers:form.chat")}
        help={t("messengers:form.chatHelp")}
        dir="ltr"
        maxLength={200}
        autoComplete="off"
        need="required"
      />
      <PostingFields
        locale={failure?.values?.locale ?? "fa"}
        chosen={failure?.values?.posts?.split(" ") ?? ["week"]}
      />
      <FormBar submit={t("messengers:form.add")} intent="add" />
    </Form>
  );
}

/** The fields that say what a channel gets, and in which language. */
export function PostingFields({ locale, chosen }: { locale: string; chosen: readonly string[] }) {
  const { t } = useText();
  return (
    <>
      <Select
        name="locale"
        label={t("messengers:form.language")}
        options={[
          { value: "fa", label: t("messengers:persian") },
          { value: "en", label: t("messengers:english") },
        ]}
        defaultValue={locale}
      />
      <CheckGroup
        name="posts"
        label={t("messengers:form.posts")}
        options={[
          { value: "week", label: t("messengers:form.week") },
          { value: "tonight", label: t("messengers:form.tonight") },
        ]}
        chosen={chosen}
        isStacked
      />
    </>
  );
}
