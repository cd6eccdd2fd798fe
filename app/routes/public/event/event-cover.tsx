import { useEffect, useRef, useState } from "react";
import { ResponsiveImage } from "~/components/media/responsive-image";
import { Icon } from "~/ui/icon";
import type { EventPageView } from "./event.server";
import classes from "./event-page.module.css";

/**
 * Picture of an event: complete, on a blurred copy of itself, with a link to the file. A photo that
 * fails to load is replaced by the girih cover.
 */
export function EventCover({ cover }: Pick<EventPageView, "cover">) {
  const [failed, setFailed] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  // The picture may have failed before hydration.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(true);
  }, []);
  const src = failed && cover.fallback ? cover.fallback : cover.src;
  if (cover.fallback !== null && !failed)
    return (
      <a className={`${classes.cover} ${classes.poster}`} href={cover.src}>
        <ResponsiveImage
          className={classes.blurred}
          src={cover.src}
          sizes="100px"
          alt=""
          width={600}
          height={600}
        />
        <ResponsiveImage
          imageRef={image}
          hasBlur={false}
          src={cover.src}
          sizes="(max-width: 899px) 100vw, 392px"
          alt=""
          width={600}
          height={600}
          fetchPriority="high"
          onError={() => setFailed(true)}
        />
        <span className={`${classes.zoom} rd-no-print`}>
          <Icon name="maximize" />
          <span className="rd-hidden">{cover.label}</span>
        </span>
      </a>
    );
  return (
    <div className={classes.cover}>
      <img
        ref={image}
        src={src}
        alt=""
        width={600}
        height={400}
        fetchPriority="high"
        onError={() => setFailed(true)}
      />
    </div>
  );
}
