import { useNavigate } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { Button } from "../../ui/button";
import { useAddress } from "../../ui/link";
import { useText } from "../../ui/text";
import classes from "./browse-bar.module.css";

/** Position for the URL, rounded to about 1 km because URLs are shared. */
interface RoundedPosition {
  lat: string;
  lng: string;
}

/**
 * Requests the browser's geolocation. @param onFailed called if denied, unavailable or timed out
 */
export function findPosition(
  onFound: (position: RoundedPosition) => void,
  onFailed: () => void,
): void {
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => onFound({ lat: coords.latitude.toFixed(2), lng: coords.longitude.toFixed(2) }),
    onFailed,
    { timeout: 10_000, maximumAge: 300_000 },
  );
}

interface NearLinkProps {
  /** Path of a list without a position. */
  href: string;
  className?: string;
  children: ReactNode;
}

/**
 * Link to a list near the reader's position. Without JavaScript or a position it leads to the
 * filters for city and radius.
 */
export function NearLink({ href, className, children }: NearLinkProps) {
  const address = useAddress();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  // Loads a new document, because on phones `:target` opens the filters.
  const filters = address(`${href}#filters`);
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    if (isAsking) return;
    setAsking(true);
    findPosition(
      (position) => {
        setAsking(false);
        navigate(
          address(
            `${href}${href.includes("?") ? "&" : "?"}${new URLSearchParams({ ...position })}`,
          ),
        );
      },
      () => location.assign(filters),
    );
  };
  return (
    <a className={className} href={filters} onClick={onClick} aria-busy={isAsking || undefined}>
      {children}
    </a>
  );
}

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
