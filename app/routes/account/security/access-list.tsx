import { Badge } from "~/ui/badge";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { Form as PlainForm } from "~/ui/link";
import { List, ListItem } from "~/ui/list";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import type { AccessView } from "./security.server";

const ICONS = {
  sessions: <Icon name="device-laptop" />,
  apiKeys: <Icon name="terminal-2" />,
  calendarAddress: <Icon name="calendar-share" />,
  webhooks: <Icon name="send" />,
  pushSubscriptions: <Icon name="bell" />,
  doorLinks: <Icon name="ticket" />,
  hostInvitations: <Icon name="mail" />,
  knownDevices: <Icon name="device-mobile" />,
  password: <Icon name="lock" />,
  linkedAccounts: <Icon name="link" />,
  passkeys: <Icon name="key" />,
  authenticator: <Icon name="shield-check" />,
  recoveryCodes: <Icon name="clipboard-text" />,
};

/** All that has access to the account or gets its data, with what ends one of it, or all. */
export function AccessList({ items }: { items: readonly AccessView[] }) {
  const { t } = useText();
  return (
    <>
      <List>
        {items.map((item) => (
          <ListItem
            key={item.key}
            start={ICONS[item.kind]}
            title={
              <>
                <b>
                  <bdi>{item.name ?? item.kindLabel}</bdi>
                </b>{" "}
                {item.name !== null && <Badge>{item.kindLabel}</Badge>}{" "}
                {item.isThis && (
                  <Badge tone="primary" icon="map-pin">
                    {t("account:access.this")}
                  </Badge>
                )}
              </>
            }
            meta={item.facts.join(" · ")}
            end={<Ending item={item} />}
          />
        ))}
      </List>
      <Fold title={t("account:access.endOthers")} isQuiet>
        <p>{t("account:access.endOthersLead")}</p>
        <Form>
          <FormBar submit={t("account:access.endOthersSubmit")} intent="end-other-access" danger />
        </Form>
      </Fold>
    </>
  );
}

function Ending({ item }: { item: AccessView }) {
  const { t } = useText();
  const name = item.name ?? item.kindLabel;
  if (item.section)
    return (
      <a
        className="rd-link"
        href={`#${item.section}`}
        aria-label={t("account:access.changeOf", { name })}
      >
        {t("account:access.change")}
      </a>
    );
  if (!item.isEndable) return null;
  return (
    <PlainForm method="post" preventScrollReset>
      <input type="hidden" name="kind" value={item.kind} />
      <input type="hidden" name="id" value={item.id} />
      <SubmitButton
        intent="end-access"
        variant="default"
        size="sm"
        label={t("account:access.endOf", { name })}
      >
        {t("account:access.end")}
      </SubmitButton>
    </PlainForm>
  );
}
