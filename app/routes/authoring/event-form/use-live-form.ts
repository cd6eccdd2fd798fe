import { useBeforeUnload, useBlocker } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { type EventFormState, formStateOf } from "~/lib/event/event-form-fields";
import {
  clearStoredInput,
  hasUnsavedInput,
  isFormChanged,
  storeInput,
} from "~/lib/pages/unsaved-input";
import { paths } from "~/lib/paths";
import { useAddress } from "~/ui/link";
import { useText } from "~/ui/text";
import type { EventFormView } from "./event-form.server";
import type { EventFormAnswer } from "./event-form-action.server";
import type { FormPartsView } from "./event-form-parts.server";

/** What was typed and not saved, as this device keeps it. */
interface KeptCopy {
  fields: EventFormState;
  /**
   * Whether it continues the page: typed in this tab over the version that the page shows. Another
   * one is offered, never put in its place.
   */
  isContinued: boolean;
}

interface StoredCopy {
  fields: Record<string, unknown>;
  version: number;
  tab: string;
}

const TAB = "rooydad.tab";
const keyOf = (id: string | null) => `rooydad.event-form.${id ?? "new"}`;

/** Random id of this tab, which lasts until the tab is closed. */
function tabId(): string {
  const known = sessionStorage.getItem(TAB);
  if (known) return known;
  const id = crypto.randomUUID();
  sessionStorage.setItem(TAB, id);
  return id;
}

/** Keeps a copy of unsaved values. Does nothing if storage is unavailable. */
function keepCopy(
  { id, version }: { id: string | null; version: number },
  fields: EventFormState,
): void {
  try {
    const copy: StoredCopy = { fields, version, tab: tabId() };
    localStorage.setItem(keyOf(id), JSON.stringify(copy));
  } catch {
    // Storage is full or forbidden.
  }
}

/** The copy of a form, or null if there is none or it does not match the form. */
function keptCopy(page: {
  id: string | null;
  version: number;
  fields: EventFormState;
}): KeptCopy | null {
  try {
    const kept = JSON.parse(
      localStorage.getItem(keyOf(page.id)) ?? "null",
    ) as Partial<StoredCopy> | null;
    const { fields, version, tab } = kept ?? {};
    if (!fields) return null;
    const fits = Object.entries(page.fields).every(
      ([name, value]) => typeof fields[name] === typeof value,
    );
    return fits
      ? {
          fields: fields as EventFormState,
          isContinued: tab === tabId() && version === page.version,
        }
      : null;
  } catch {
    return null;
  }
}

/** Forgets the copy of a form. */
function dropCopy(id: string | null): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // Storage is unavailable.
  }
}

/** Delay after the last change, ms. */
const PAUSE = 1_200;
/** Delay until the copy on the device follows, ms: hidden fields follow the visible ones. */
const COPY_PAUSE = 100;

export type SaveState =
  | "idle"
  | "saving"
  | "saved"
  | "kept"
  | "offline"
  | "invalid"
  | "conflict"
  | "ended";

/** The selected picture. Null if there is none or it is still being shrunk. */
function chosenPicture(form: HTMLFormElement | null): File | null {
  const field = form?.elements.namedItem("picture");
  if (!(field instanceof HTMLInputElement) || field.getAttribute("aria-busy") === "true")
    return null;
  return field.files?.[0] ?? null;
}

/** Adds live preview, autosave of drafts and a warning before unsaved changes are lost. */
export function useLiveForm(page: EventFormView, answer: EventFormAnswer | undefined) {
  const { t } = useText();
  const address = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const copyTimer = useRef<ReturnType<typeof setTimeout>>();
  const known = useRef({ id: page.id, version: page.version });
  /** Whether there are unsaved changes. */
  const isDirty = useRef(false);
  const isLeaving = useRef(false);
  const isBusy = useRef(false);
  /** Whether another request is needed after the one in flight. */
  const isAsked = useRef(false);
  /** Whether the fields are stored for restoring after a new log-in. */
  const hasEnded = useRef(false);
  /** Button clicked while an autosave was in flight. */
  const waiting = useRef<HTMLElement | null>(null);
  const [draft, setDraft] = useState(known.current);
  const [parts, setParts] = useState<FormPartsView | null>(null);
  const [state, setState] = useState<SaveState>("idle");
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [copy, setCopy] = useState<KeptCopy | null>(null);
  /** URL of a picture uploaded by an autosave. Null if the page or response contains it. */
  const [picture, setPicture] = useState<string | null>(null);
  const [issues, setIssues] = useState<Record<string, string>>({});
  /** File already sent by an autosave, stored or rejected. Later autosaves skip it. */
  const sentFile = useRef<File | null>(null);
  const mayKeep = page.state.kind === "draft";

  // Resets after a response or a reload.
  useEffect(() => {
    isLeaving.current = false;
    known.current = { id: answer?.id ?? page.id, version: answer?.version || page.version };
    setDraft(known.current);
    setParts(null);
    setIssues({});
    // The response to a too large form has no fields.
    if (!answer || answer.fields) setPicture(null);
  }, [answer, page]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: later loads of the same event find what is being typed
  useEffect(() => {
    // A form kept before a log-in is newer than the local copy, so only one is offered.
    if (hasUnsavedInput()) dropCopy(page.id);
    setCopy(keptCopy(page));
  }, [page.id]);

  /** Keeps on the device what is not saved. */
  const keep = useCallback(() => {
    clearTimeout(copyTimer.current);
    if (form.current && isDirty.current && !isLeaving.current)
      keepCopy(known.current, formStateOf(new FormData(form.current)));
  }, []);

  const learn = useCallback(
    (got: EventFormAnswer, status: number, isDraft: boolean) => {
      setParts(got.parts);
      if (!isDraft) {
        if (isDirty.current) setState("kept");
        return;
      }
      setIssues(status === 200 ? {} : got.issues);
      if (status !== 200) {
        setState(status === 409 ? "conflict" : "invalid");
        return;
      }
      if (known.current.id === null && got.id !== null) {
        dropCopy(null);
        // A reload must open the draft, without navigating away from the typed text now.
        window.history.replaceState(window.history.state, "", address(paths.editEvent(got.id)));
      }
      known.current = { id: got.id, version: got.version };
      dropCopy(got.id);
      // The user may have logged in again in another tab.
      if (hasEnded.current) clearStoredInput();
      hasEnded.current = false;
      setDraft(known.current);
      setState("saved");
      setSavedAt(new Date());
      isDirty.current = false;
    },
    [address],
  );

  const latest = useRef<() => void>(() => {});
  const send = useCallback(async () => {
    if (!form.current || isLeaving.current) return;
    if (isBusy.current) {
      isAsked.current = true;
      return;
    }
    const body = new FormData(form.current);
    for (const name of ["picture", "video"]) body.delete(name);
    const titles = page.isPersianFirst
      ? (["title.en", "title.fa"] as const)
      : (["title.en"] as const);
    const isDraft =
      mayKeep &&
      titles.some(
        (name) => [...String(body.get(name) ?? "").trim()].length >= page.limits.title.min,
      );
    body.set("intent", isDraft ? "autosave" : "check");
    isBusy.current = true;
    if (isDraft) setState("saving");
    const chosen = isDraft ? chosenPicture(form.current) : null;
    const sent = chosen === sentFile.current ? null : chosen;
    if (sent) {
      body.set("picture", sent);
      sentFile.current = sent;
    }
    const fields = formStateOf(body);
    const before = JSON.stringify(fields);
    try {
      const response = await fetch(address(paths.liveEventForm(known.current.id)), {
        method: "POST",
        body,
      }).catch((error: unknown) => {
        // The upload failed; the next autosave retries it.
        if (sent) sentFile.current = null;
        throw error;
      });
      if (response.redirected) {
        // Once the session has ended, the guard redirects to the log-in page.
        storeInput([form.current], { isLost: true });
        hasEnded.current = true;
        isDirty.current = false;
        setState("ended");
        return;
      }
      if (!response.headers.get("Content-Type")?.includes("json"))
        throw new TypeError("The answer is none of the form's.");
      const got = (await response.json()) as EventFormAnswer;
      learn(got, response.status, isDraft);
      const now = chosenPicture(form.current);
      if (sent && now === sent) {
        const { picture: refused } = got.issues;
        // The stored URL replaces the file in the form (MediaField). After a rejected file the
        // other fields are saved without it.
        if (refused) isAsked.current = true;
        else if (got.fields?.imageUrl) setPicture(got.fields.imageUrl);
      } else if (now && now !== sentFile.current) isDirty.current = true;
      // Changes made during the request are not saved yet.
      if (form.current && JSON.stringify(formStateOf(new FormData(form.current))) !== before) {
        isDirty.current = true;
        keep();
      }
    } catch {
      keep();
      setState("offline");
    } finally {
      isBusy.current = false;
      const pressed = waiting.current;
      waiting.current = null;
      // Waits until React has rendered the new version into the form.
      if (pressed) setTimeout(() => form.current?.requestSubmit(pressed));
      else if (isAsked.current) timer.current = setTimeout(() => latest.current());
      isAsked.current = false;
    }
  }, [address, keep, learn, mayKeep, page.isPersianFirst, page.limits.title.min]);
  useEffect(() => {
    latest.current = send;
  }, [send]);

  const changed = useCallback(() => {
    isDirty.current = true;
    clearTimeout(timer.current);
    timer.current = setTimeout(send, PAUSE);
    clearTimeout(copyTimer.current);
    copyTimer.current = setTimeout(keep, COPY_PAUSE);
  }, [keep, send]);

  useEffect(() => {
    window.addEventListener("online", changed);
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("online", changed);
      window.removeEventListener("pagehide", keep);
      clearTimeout(timer.current);
      clearTimeout(copyTimer.current);
    };
  }, [changed, keep]);

  // An answer that does not lead on has saved nothing.
  useEffect(() => {
    if (answer) changed();
  }, [answer, changed]);

  // Detects changes made before the script had loaded.
  useEffect(() => {
    if (form.current && isFormChanged(form.current)) changed();
  }, [changed]);

  const blocker = useBlocker(() => isDirty.current && !isLeaving.current);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    keep();
    if (window.confirm(t("authoring:unsaved"))) blocker.proceed();
    else blocker.reset();
  }, [blocker, keep, t]);
  useBeforeUnload(
    useCallback((event) => {
      if (isDirty.current && !isLeaving.current) event.preventDefault();
    }, []),
  );

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    clearTimeout(timer.current);
    if (isBusy.current) {
      event.preventDefault();
      waiting.current = (event.nativeEvent as SubmitEvent).submitter;
      return;
    }
    if (!navigator.onLine) {
      event.preventDefault();
      keep();
      setState("offline");
      return;
    }
    // The tab keeps submitted fields until the answer comes.
    clearTimeout(copyTimer.current);
    dropCopy(known.current.id);
    isLeaving.current = true;
  };

  const forget = () => {
    dropCopy(page.id);
    setCopy(null);
  };
  return { form, draft, parts, picture, issues, state, savedAt, copy, forget, changed, onSubmit };
}
