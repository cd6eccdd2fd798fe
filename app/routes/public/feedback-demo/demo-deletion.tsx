import { useRef } from "react";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Form, Link } from "~/ui/link";
import classes from "./feedback-demo.module.css";
import type { DemoText } from "./feedback-demo.server";

interface DemoDeletionProps {
  text: DemoText["confirm"];
  confirming: boolean;
  removed: boolean;
}

/** Demo event stored in the URL, with a button that deletes it. */
export function DemoDeletion({ text, confirming, removed }: DemoDeletionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const here = `${paths.feedbackDemo()}#confirm`;
  if (removed)
    return (
      <p className={classes.example}>
        <span>{text.gone}</span>
        <Button component={Link} to={here} variant="default" preventScrollReset>
          {text.back}
        </Button>
      </p>
    );
  return (
    <>
      <div className={classes.example}>
        <p>
          <b>{text.example}</b>
          <br />
          <small>{text.exampleText}</small>
        </p>
        <Button
          component={Link}
          to={`${paths.feedbackDemo({ confirm: true })}#confirm`}
          variant="default"
          color="red"
          preventScrollReset
          icon="trash"
          onClick={(event) => {
            event.preventDefault();
            dialog.current?.showModal();
          }}
        >
          {text.delete}
        </Button>
      </div>
      <ConfirmDialog
        ref={dialog}
        open={confirming}
        question={text.question}
        text={text.questionText}
        cancelHref={here}
        cancelLabel={text.no}
      >
        <Form
          method="post"
          action={here}
          preventScrollReset
          onSubmit={() => dialog.current?.close()}
        >
          <Button intent="delete" color="red">
            {text.yes}
          </Button>
        </Form>
      </ConfirmDialog>
    </>
  );
}
