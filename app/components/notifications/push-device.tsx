import { type ReactNode, useEffect, useState } from "react";
import { Button } from "~/ui/button";
import { browserSubscription, subscribeBrowser, supportsPush } from "../../lib/pages/push-browser";
import { useText } from "../../ui/text";
import { ApiProvider, useApiClient } from "../api/use-api-client";
import classes from "./push.module.css";

interface PushDeviceProps {
  pushKey: string;
  /** Set right after permission was granted: subscribes immediately and calls back. */
  onSubscribed?: () => void;
  onFailed?: () => void;
}

type State = "asking" | "unsupported" | "blocked" | "off" | "on" | "failed";

/**
 * Switches push notifications for this browser through the API. Loaded lazily, with the texts of
 * `notifications` and `client`.
 */
export default function PushDevice(props: PushDeviceProps): ReactNode {
  return (
    <ApiProvider>
      {props.onSubscribed ? <Subscribing {...props} /> : <DeviceSwitch {...props} />}
    </ApiProvider>
  );
}

function useSubscriptions(pushKey: string) {
  const client = useApiClient();
  const { locale } = useText();
  const path = "/users/me/push-subscriptions";
  /** The server's record of a subscription. The server drops it together with its session. */
  const known = async ({ endpoint }: PushSubscription) => {
    client.forget();
    const { items } = await client.call<{ items: { id: string; endpoint: string }[] }>("GET", path);
    return items.find((item) => item.endpoint === endpoint);
  };
  return {
    async isOn() {
      const own = await browserSubscription();
      return own !== null && (await known(own)) !== undefined;
    },
    async add() {
      await client.call("POST", path, { ...(await subscribeBrowser(pushKey)), locale });
    },
    async remove() {
      const own = await browserSubscription();
      if (!own) return;
      const there = await known(own);
      if (there) await client.call("DELETE", `${path}/${there.id}`);
      await own.unsubscribe();
    },
  };
}

function Subscribing({ pushKey, onSubscribed, onFailed }: PushDeviceProps) {
  const { add } = useSubscriptions(pushKey);
  // Subscribes once per permission.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the callbacks may change with every render
  useEffect(() => {
    add().then(onSubscribed, onFailed);
  }, []);
  return null;
}

function DeviceSwitch({ pushKey }: PushDeviceProps) {
  const { t } = useText();
  const { isOn, add, remove } = useSubscriptions(pushKey);
  const [state, setState] = useState<State>("asking");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` updates the state after clicks
  useEffect(() => {
    if (!supportsPush()) return setState("unsupported");
    if (Notification.permission === "denied") return setState("blocked");
    isOn().then(
      (isHere) => setState(isHere ? "on" : "off"),
      () => setState("failed"),
    );
  }, []);

  const change = async () => {
    setState("asking");
    try {
      if (state === "on") {
        await remove();
        return setState("off");
      }
      if ((await Notification.requestPermission()) !== "granted")
        return setState(Notification.permission === "denied" ? "blocked" : "off");
      await add();
      setState("on");
    } catch {
      setState("failed");
    }
  };
  return (
    <div className={`${classes.device} rd-row rd-quiet`}>
      <p role="status">{t(`notifications:push.${state}`)}</p>
      {(state === "on" || state === "off" || state === "failed") && (
        <Button variant="default" onClick={change}>
          {t(state === "on" ? "notifications:push.turnOff" : "notifications:push.turnOn")}
        </Button>
      )}
    </div>
  );
}
