import { Button } from "../button/button";
import { callMascot } from "../hodhod/mascot-loader";
import { useToast } from "../toast/toasts";
import { useUx } from "../ux";
import type { DemoText } from "./demo-view";

/** Brings Hodhod back where he was sent home, unless the system asks for less motion. */
export function DemoMascot({ text }: { text: DemoText["mascot"] }) {
  const show = useToast();
  const { mascot } = useUx();
  return (
    <Button variant="default" onClick={() => (mascot.enabled && callMascot()) || show({ kind: "info", text: text.stays })}>
      {text.call}
    </Button>
  );
}
