import { Button } from "@mantine/core";
import { callMascot } from "../hodhod/mascot-loader";
import { useToast } from "../toast/toasts";
import type { DemoText } from "./demo-view";

/** Brings Hodhod back where he was sent home, unless the system asks for less motion. */
export function DemoMascot({ text }: { text: DemoText["mascot"] }) {
  const show = useToast();
  return (
    <Button variant="default" onClick={() => callMascot() || show({ kind: "info", text: text.stays })}>
      {text.call}
    </Button>
  );
}
