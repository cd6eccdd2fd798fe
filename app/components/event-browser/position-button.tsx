import { useState } from "react";
import { Button } from "../../ui/button";
import { useText } from "../../ui/text";
import classes from "./browse-bar.module.css";
import { findPosition } from "./find-position";

interface PositionButtonProps {
  formId: string;
  latitude: number | null;
  longitude: number | null;
}

/** Button that gets the reader's position and submits the form. */
export function PositionButton({ formId, latitude, longitude }: PositionButtonProps) {
  const { t } = useText();
  const [state, setState] = useState<"idle" | "asking" | "failed">("idle");
  const locate = () => {
    setState("asking");
    findPosition(
      (position) => {
        const form = document.getElementById(formId);
        if (!(form instanceof HTMLFormElement)) return;
        for (const [name, value] of Object.entries(position)) {
          const field = form.elements.namedItem(name);
          if (field instanceof HTMLInputElement) field.value = value;
        }
        setState("idle");
        form.requestSubmit();
      },
      () => setState("failed"),
    );
  };
  return (
    <div className="rd-needs-script">
      <input
        type="hidden"
        form={formId}
        name="lat"
        defaultValue={latitude ?? ""}
        key={`lat-${latitude}`}
      />
      <input
        type="hidden"
        form={formId}
        name="lng"
        defaultValue={longitude ?? ""}
        key={`lng-${longitude}`}
      />
      <Button
        type="button"
        variant="default"
        size="sm"
        icon="current-location"
        loading={state === "asking"}
        onClick={locate}
      >
        {t("events:list.useMyPosition")}
      </Button>
      {state === "failed" && (
        <p role="alert" className={classes.hint}>
          {t("events:list.locationFailed")}
        </p>
      )}
    </div>
  );
}
