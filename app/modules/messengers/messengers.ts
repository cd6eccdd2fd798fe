import type { Messenger } from "../../../db/schema";
import { baleAdapter } from "./bale";
import { eitaaAdapter } from "./eitaa";
import type { MessengerAdapter } from "./messenger-adapter";
import { telegramAdapter } from "./telegram";

export const MESSENGER_ADAPTERS: Readonly<Record<Messenger, MessengerAdapter>> = {
  telegram: telegramAdapter,
  bale: baleAdapter,
  eitaa: eitaaAdapter,
};
