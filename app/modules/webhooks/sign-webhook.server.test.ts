import { expect, it } from "vitest";
import { createWebhookSecret, webhookHeaders } from "./webhooks.server";

// The example of the Standard Webhooks reference libraries.
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const MESSAGE = {
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
};

it("signs as the reference libraries of Standard Webhooks do", async () => {
  expect(await webhookHeaders([SECRET], MESSAGE)).toEqual({
    "webhook-id": MESSAGE.id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
});

it("signs with each secret, and makes ones of 256 bits", async () => {
  const fresh = createWebhookSecret({ bytes: (count) => new Uint8Array(count).fill(7) });
  expect(fresh).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const { "webhook-signature": signature } = await webhookHeaders([fresh, SECRET], MESSAGE);
  expect(signature?.split(" ")).toHaveLength(2);
  expect(signature).toContain(" v1,g0hM9SsE");
});
