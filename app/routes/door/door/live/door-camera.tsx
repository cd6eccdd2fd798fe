import { useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { IconButton } from "~/ui/icon-button";
import { useText } from "~/ui/text";
import classes from "../door.module.css";
import { createCodeReader, type ReadCode } from "./read-code";

/** Between two looks at the picture, ms: eight a second leave a phone cool. */
const EVERY = 120;

type CameraState = "off" | "on" | "refused" | "none";

/** Asks for the camera at the back. */
const openCamera = () =>
  navigator.mediaDevices.getUserMedia({
    video: { facingMode: "environment", width: { ideal: 1_280 }, height: { ideal: 720 } },
  });

/** Whether this browser has let the site use the camera before: it then opens without a press. */
async function isAllowed(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: "camera" as PermissionName });
    return state === "granted";
  } catch {
    return false;
  }
}

/** The camera's picture, in which codes are looked for. */
export function DoorCamera({
  onCode,
  isPaused,
}: {
  onCode(text: string): void;
  isPaused: boolean;
}) {
  const { t } = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>("off");
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [hasTorch, setHasTorch] = useState(false);
  const [isTorchOn, setIsTorchOn] = useState(false);

  const start = async () => {
    if (!navigator.mediaDevices?.getUserMedia) return setState("none");
    try {
      const opened = await openCamera();
      setStream(opened);
      setState("on");
      const [track] = opened.getVideoTracks();
      setHasTorch("torch" in (track?.getCapabilities?.() ?? {}));
    } catch (error) {
      setState(
        error instanceof DOMException && error.name === "NotFoundError" ? "none" : "refused",
      );
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    isAllowed().then((allowed) => (allowed ? start() : undefined));
  }, []);
  useEffect(
    () => () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    },
    [stream],
  );

  useEffect(() => {
    const picture = video.current;
    if (!picture || !stream || isPaused) return;
    picture.srcObject = stream;
    picture.play().catch(() => {});
    let isGone = false;
    let read: ReadCode | null = null;
    const look = async () => {
      if (isGone) return;
      read ??= await createCodeReader();
      const text = picture.readyState >= 2 ? await read(picture).catch(() => null) : null;
      if (text !== null && !isGone) onCode(text);
      if (!isGone) setTimeout(look, EVERY);
    };
    look();
    return () => {
      isGone = true;
    };
  }, [stream, isPaused, onCode]);

  const switchTorch = () => {
    const [track] = stream?.getVideoTracks() ?? [];
    track
      ?.applyConstraints({ advanced: [{ torch: !isTorchOn } as MediaTrackConstraintSet] })
      .then(() => setIsTorchOn(!isTorchOn))
      .catch(() => setHasTorch(false));
  };
  return (
    <section className={classes.camera} aria-label={t("door:camera.label")}>
      {state === "on" ? (
        <>
          <video className="rd-fill" ref={video} playsInline muted />
          <span className={classes.frame} aria-hidden="true" />
          <p className={classes.hint}>
            <Icon name="qrcode" size="s" />
            {t("door:camera.point")}
          </p>
          {hasTorch && (
            <IconButton
              icon="bulb"
              label={t("door:camera.torch")}
              aria-pressed={isTorchOn}
              className={classes.torch}
              onClick={switchTorch}
            />
          )}
        </>
      ) : (
        <div className={classes.dark}>
          {state !== "off" && <p>{t(`door:camera.${state}`)}</p>}
          {state !== "none" && (
            <Button size="lg" icon="camera" onClick={start}>
              {t("door:camera.start")}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
