import { useBeforeUnload, useBlocker } from "@remix-run/react";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import { clearStoredInput, hasUnsavedInput, storeInput } from "~/lib/pages/unsaved-input";
import { paths } from "~/lib/paths";
import { type EventFormState, formStateOf } from "~/modules/events/event-form-fields";
import { useAddress } from "~/ui/link";
import { useText } from "~/ui/text";
import type { EventFormAnswerView, EventFormView, FormPartsView } from "./event-form-view";
import { dropCopy, keepCopy, keptCopy } from "./kept-copy";

/** After so long without a word, ms. */
const PAUSE = 1_200;

export type SaveState = "idle" | "saving" | "saved" | "offline" | "invalid" | "conflict" | "ended";

/** Whether anything in a form differs from what the server has written into it. */
const isChanged = (form: HTMLFormElement): boolean =>
  [...form.elements].some((field) => {
    if (field instanceof HTMLSelectElement)
      return (
        field.selectedIndex !==
        Math.max(
          [...field.options].findIndex(({ defaultSelected }) => defaultSelected),
          0,
        )
      );
    if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
    if (!(field instanceof HTMLInputElement) || field.type === "hidden" || field.type === "file") return false;
    return ["checkbox", "radio"].includes(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
  });

/** The picture in the form; null where there is none, or it is still being made smaller. */
function chosenPicture(form: HTMLFormElement | null): File | null {
  const field = form?.elements.namedItem("picture");
  if (!(field instanceof HTMLInputElement) || field.getAttribute("aria-busy") === "true") return null;
  return field.files?.[0] ?? null;
}

/** What a script adds to the form: preview and hints while one types, drafts that save themselves, and a question before what was typed is lost. */
export function useLiveForm(page: EventFormView, answer: EventFormAnswerView | undefined) {
  const { t } = useText();
  const address = useAddress();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const known = useRef({ id: page.id, version: page.version });
  /** Whether something stands here that is nowhere else. */
  const isDirty = useRef(false);
  const isLeaving = useRef(false);
  const isBusy = useRef(false);
  /** Whether something was to be sent while something else was on its way. */
  const isAsked = useRef(false);
  /** Whether the fields were kept for the time after logging in again. */
  const hasEnded = useRef(false);
  /** The button that was pressed while a draft was on its way. */
  const waiting = useRef<HTMLElement | null>(null);
  const [draft, setDraft] = useState(known.current);
  const [parts, setParts] = useState<FormPartsView | null>(null);
  const [state, setState] = useState<SaveState>("idle");
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [copy, setCopy] = useState<EventFormState | null>(null);
  /** The address of the picture that a draft has brought to the server; null where the page or the answer has it. */
  const [picture, setPicture] = useState<string | null>(null);
  const [issues, setIssues] = useState<Record<string, string>>({});
  /** The file that has gone with a draft: no other draft takes it along, stored or refused. */
  const sentFile = useRef<File | null>(null);
  const mayKeep = page.state.kind === "draft";

  // The server knows better once it has answered, or once the page has come anew.
  useEffect(() => {
    isLeaving.current = false;
    known.current = { id: answer?.id ?? page.id, version: answer?.version || page.version };
    setDraft(known.current);
    setParts(null);
    setIssues({});
    // An answer to what was too large has no fields.
    if (!answer || answer.fields) setPicture(null);
    if (answer?.message) isDirty.current = true;
  }, [answer, page]);

  useEffect(() => {
    // One offer at a time: what was submitted last is the newer text.
    if (hasUnsavedInput()) dropCopy(page.id);
    setCopy(keptCopy(page.id, page.fields));
  }, [page]);

  const learn = useCallback(
    (got: EventFormAnswerView, status: number, isDraft: boolean) => {
      setParts(got.parts);
      if (!isDraft) return;
      if (status !== 200) {
        setState(status === 409 ? "conflict" : "invalid");
        return;
      }
      if (known.current.id === null && got.id !== null) {
        dropCopy(null);
        // A reload must find the draft, while nobody is torn from their typing now.
        window.history.replaceState(window.history.state, "", address(paths.editEvent(got.id)));
      }
      known.current = { id: got.id, version: got.version };
      dropCopy(got.id);
      // The session of this browser may have begun again in another tab.
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
    const isDraft = mayKeep && [...String(body.get("title.en") ?? "").trim()].length >= page.limits.title.min;
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
      const response = await fetch(address(paths.liveEventForm(known.current.id)), { method: "POST", body }).catch((error: unknown) => {
        // It has not arrived: the next draft takes it along.
        if (sent) sentFile.current = null;
        throw error;
      });
      if (response.redirected) {
        // The guard of pages leads to the login page once the session has ended.
        storeInput([form.current], { isLost: true });
        hasEnded.current = true;
        isDirty.current = false;
        setState("ended");
        return;
      }
      if (!response.headers.get("Content-Type")?.includes("json")) throw new TypeError("The answer is none of the form's.");
      const got = (await response.json()) as EventFormAnswerView;
      learn(got, response.status, isDraft);
      const now = chosenPicture(form.current);
      if (sent && now === sent) {
        const { picture: refused } = got.issues;
        setIssues(refused ? { picture: refused } : {});
        // Its address is in the form from now on, so the field lets go of the file (MediaField). Words do not wait for a refused one.
        if (refused) isAsked.current = true;
        else if (got.fields?.imageUrl) setPicture(got.fields.imageUrl);
      } else if (now && now !== sentFile.current) isDirty.current = true;
      // What was typed meanwhile is not saved yet.
      if (form.current && JSON.stringify(formStateOf(new FormData(form.current))) !== before) isDirty.current = true;
    } catch {
      keepCopy(known.current.id, fields);
      setState("offline");
    } finally {
      isBusy.current = false;
      const pressed = waiting.current;
      waiting.current = null;
      // After React has put the new version into the form.
      if (pressed) setTimeout(() => form.current?.requestSubmit(pressed));
      else if (isAsked.current) timer.current = setTimeout(() => latest.current());
      isAsked.current = false;
    }
  }, [address, learn, mayKeep, page.limits.title.min]);
  useEffect(() => {
    latest.current = send;
  }, [send]);

  const changed = useCallback(() => {
    isDirty.current = true;
    clearTimeout(timer.current);
    timer.current = setTimeout(send, PAUSE);
  }, [send]);

  useEffect(() => {
    window.addEventListener("online", changed);
    return () => {
      window.removeEventListener("online", changed);
      clearTimeout(timer.current);
    };
  }, [changed]);

  // What was typed before the script came: nobody has said so.
  useEffect(() => {
    if (form.current && isChanged(form.current)) changed();
  }, [changed]);

  const blocker = useBlocker(() => isDirty.current && !isLeaving.current);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm(t("authoring:unsaved"))) blocker.proceed();
    else blocker.reset();
  }, [blocker, t]);
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
      keepCopy(known.current.id, formStateOf(new FormData(event.currentTarget)));
      setState("offline");
      return;
    }
    isLeaving.current = true;
  };

  const forget = () => {
    dropCopy(page.id);
    setCopy(null);
  };
  return { form, draft, parts, picture, issues, state, savedAt, copy, forget, changed, onSubmit };
}
