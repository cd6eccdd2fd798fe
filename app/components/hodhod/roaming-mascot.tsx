import { type CSSProperties, useEffect, useReducer, useRef } from "react";
import { formatNumber } from "../../lib/text/money";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import { useUx } from "../../ui/ux";
import findsSprite from "./finds.svg?url";
import { EMPTY_FORAGING, forage } from "./foraging";
import sprite from "./hodhod.svg?url";
import { roam } from "./roam";
import classes from "./roaming-mascot.module.css";

const place = (at: number, lift: number) =>
  ({ "--at": `${at}px`, "--lift": `${lift}px` }) as CSSProperties;

/** The walking mascot and its finds. Decorative, except for the button that dismisses it. */
export default function RoamingMascot({ onDismiss }: { onDismiss: () => void }) {
  const { t, locale } = useText();
  const { mascot } = useUx();
  const [state, tell] = useReducer(forage, EMPTY_FORAGING);
  const layer = useRef<HTMLElement>(null);
  const bird = useRef<HTMLDivElement>(null);
  const body = useRef<SVGSVGElement>(null);
  const finds = useRef(state.finds);
  finds.current = state.finds;

  useEffect(() => {
    if (!layer.current || !bird.current) return;
    const collects = mascot.collectables;
    return roam({
      layer: layer.current,
      bird: bird.current,
      finds: () => finds.current,
      tell,
      collects,
      chance: Math.random,
    });
  }, [mascot.collectables]);

  /** Short vibration, if the device supports it. */
  const tap = () => mascot.haptics && navigator.vibrate?.(10);
  const hop = () => {
    tap();
    body.current?.animate([{ translate: "0 0" }, { translate: "0 -16px" }, { translate: "0 0" }], {
      duration: 360,
      easing: "cubic-bezier(.2,.7,.2,1)",
    });
  };
  const collect = (id: number) => {
    tap();
    tell({ type: "collect", id, now: performance.now() });
  };

  return (
    <aside
      ref={layer}
      className={`${classes.layer} rd-no-print`}
      aria-label={t("common:hodhod.label")}
    >
      {state.finds.map(({ id, glyph, at, lift }) => (
        <button
          key={id}
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={classes.find}
          style={place(at, lift)}
          onClick={() => collect(id)}
        >
          <svg aria-hidden="true">
            <use href={`${findsSprite}#${glyph}`} />
          </svg>
        </button>
      ))}
      <div ref={bird} className={classes.bird} data-away="">
        {state.score > 0 && (
          <span
            key={state.score}
            className={classes.score}
            data-combo={state.combo > 1 || undefined}
            aria-hidden="true"
          >
            {state.combo > 1
              ? t("common:hodhod.combo", { count: state.combo })
              : formatNumber(state.score, locale)}
          </span>
        )}
        <button
          type="button"
          className={classes.dismiss}
          aria-label={t("common:hodhod.dismiss")}
          title={t("common:hodhod.dismiss")}
          onClick={onDismiss}
        >
          <Icon name="x" size="s" />
        </button>
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className={classes.body}
          onClick={hop}
        >
          <svg ref={body} viewBox="0 -4 128 122" aria-hidden="true">
            <use href={`${sprite}#standing`} />
          </svg>
        </button>
      </div>
    </aside>
  );
}
