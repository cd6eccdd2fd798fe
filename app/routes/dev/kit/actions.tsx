import { Alert } from "~/ui/alert";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Dialog, Drawer } from "~/ui/dialog";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { IconButton } from "~/ui/icon-button";
import { Menu, MenuItem } from "~/ui/menu";
import { Section } from "~/ui/section";
import { SubmitButton } from "~/ui/submit-button";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import { useToast } from "~/ui/toast";
import { Tooltip } from "~/ui/tooltip";
import classes from "./kit.module.css";
import { KIT_PATH, Part, type PartsProps } from "./part";

export function Buttons({ words: { buttons, table } }: PartsProps) {
  return (
    <Section title={buttons.title}>
      <div className={classes.part}>
        <Part name="button">
          <div className={classes.row}>
            <Button icon="check">{buttons.approve}</Button>
            <Button variant="default" icon="pencil">
              {buttons.edit}
            </Button>
            <Button variant="default" color="red" icon="x">
              {buttons.reject}
            </Button>
            <Button color="red" icon="trash">
              {buttons.remove}
            </Button>
            <Button variant="subtle">{buttons.skip}</Button>
            <Button disabled>{buttons.disabled}</Button>
            <Button loading>{buttons.working}</Button>
          </div>
          <div className={classes.row}>
            <Button size="lg" color="zafaran">
              {buttons.large}
            </Button>
            <Button size="md">{buttons.approve}</Button>
            <Button size="compact-sm" variant="default">
              {buttons.edit}
            </Button>
          </div>
        </Part>
        <Part name="link-button">
          <LinkButton
            to={KIT_PATH}
            variant="default"
            rightSection={<Icon name="arrow-right" flip />}
          >
            {buttons.open}
          </LinkButton>
        </Part>
        <Part name="icon-button">
          <div className={classes.row}>
            <IconButton icon="x" label={buttons.close} />
            <IconButton icon="settings" label={buttons.settings} variant="default" to={KIT_PATH} />
            <IconButton icon="trash" label={buttons.remove} tone="danger" size="sm" />
            <IconButton icon="pencil" label={buttons.edit} disabled />
          </div>
        </Part>
        <Part name="badge">
          <div className={classes.row}>
            <Badge icon="pencil">{buttons.badges.draft}</Badge>
            <Badge tone="waiting" icon="hourglass">
              {buttons.badges.pending}
            </Badge>
            <Badge tone="good" icon="circle-check">
              {buttons.badges.approved}
            </Badge>
            <Badge tone="bad" icon="circle-x">
              {buttons.badges.rejected}
            </Badge>
            <Badge tone="info" icon="git-compare">
              {buttons.badges.edit}
            </Badge>
            <Badge tone="primary" icon="star">
              {buttons.badges.today}
            </Badge>
          </div>
        </Part>
        <Part name="avatar">
          <div className={classes.row}>
            <Avatar photoUrl={null} initials="SM" size="s" />
            <Avatar photoUrl={null} initials="BR" />
            <Avatar photoUrl={null} initials="GE" size="l" />
          </div>
        </Part>
        <Part name="menu">
          <Menu label={table.more} isWordy>
            <MenuItem icon="external-link" to={KIT_PATH}>
              {table.publicPage}
            </MenuItem>
            <MenuItem icon="copy" isDisabled>
              {table.copy}
            </MenuItem>
          </Menu>
        </Part>
      </div>
    </Section>
  );
}

export function Messages({ words: { alerts } }: PartsProps) {
  const toast = useToast();
  return (
    <Section title={alerts.title}>
      <div className={classes.halves}>
        <Part name="alert">
          <Alert>{alerts.info}</Alert>
          <Alert tone="good">{alerts.good}</Alert>
          <Alert
            tone="waiting"
            action={
              <Button size="compact-sm" variant="default">
                {alerts.compare}
              </Button>
            }
          >
            {alerts.waiting}
          </Alert>
          <Alert tone="bad" title={alerts.heading}>
            {alerts.bad}
          </Alert>
        </Part>
        <div className={classes.part}>
          <Part name="toast">
            <div className={classes.row}>
              <Button
                variant="default"
                onClick={() => toast({ kind: "success", text: alerts.saved })}
              >
                {alerts.toast}
              </Button>
              <Button variant="default" onClick={() => toast({ kind: "error", text: alerts.bad })}>
                {alerts.heading}
              </Button>
            </div>
          </Part>
          <Part name="tooltip">
            <Tooltip label={alerts.tip}>{alerts.tipText}</Tooltip>
          </Part>
        </div>
      </div>
    </Section>
  );
}

export function Dialogs({ words: { dialogs, form }, open }: PartsProps & { open: string | null }) {
  return (
    <Section title={dialogs.title}>
      <Part name="dialog">
        <div className={classes.row}>
          <LinkButton to={`${KIT_PATH}?open=dialog`} variant="default" preventScrollReset>
            {dialogs.dialog}
          </LinkButton>
          <LinkButton to={`${KIT_PATH}?open=drawer`} variant="default" preventScrollReset>
            {dialogs.drawer}
          </LinkButton>
          <LinkButton to={`${KIT_PATH}?open=confirm`} variant="default" preventScrollReset>
            {dialogs.confirm}
          </LinkButton>
        </div>
        <Dialog
          open={open === "dialog"}
          title={dialogs.question}
          lead={dialogs.text}
          closeHref={KIT_PATH}
          focuses="textarea"
        >
          <Form name="block">
            <TextArea name="reason" label={dialogs.reason} rows={3} />
            <FormBar
              submit={dialogs.block}
              intent="block"
              danger
              isEnd
              cancel={{ href: KIT_PATH, label: dialogs.back }}
            />
          </Form>
        </Dialog>
        <ConfirmDialog
          open={open === "confirm"}
          question={dialogs.question}
          text={dialogs.text}
          cancelHref={KIT_PATH}
          cancelLabel={dialogs.back}
        >
          <Form name="confirm">
            <SubmitButton intent="block" danger>
              {dialogs.block}
            </SubmitButton>
          </Form>
        </ConfirmDialog>
        <Drawer open={open === "drawer"} title={dialogs.filters} closeHref={KIT_PATH}>
          <Form name="filters" method="get">
            <TextField name="q" label={form.name} />
          </Form>
        </Drawer>
      </Part>
    </Section>
  );
}
