import { paths } from "../paths";

/** Of `PushSubscription.toJSON()` (W3C Push API). */
export interface BrowserSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Whether this browser supports push. */
export const supportsPush = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const registered = async (): Promise<ServiceWorkerRegistration> => {
  await navigator.serviceWorker.register(paths.serviceWorker());
  return navigator.serviceWorker.ready;
};

/** This browser's subscription; null for none. */
export async function browserSubscription(): Promise<PushSubscription | null> {
  return (await registered()).pushManager.getSubscription();
}

/**
 * Subscribes this browser after the user's permission.
 * @param pushKey the VAPID public key, Base64url @throws DOMException when denied, or when the push
 * service is unreachable
 */
export async function subscribeBrowser(pushKey: string): Promise<BrowserSubscription> {
  const { pushManager } = await registered();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: pushKey,
  });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } };
}
