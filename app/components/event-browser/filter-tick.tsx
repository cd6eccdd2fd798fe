import { type ReactNode, useEffect, useRef } from "react";
import box from "../../ui/box.module.css";
import classes from "./browse-bar.module.css";

interface FilterTickProps {
  name: string;
  value: string;
  isChosen: boolean;
  children: ReactNode;
}

/** A checkbox that follows the list, and keeps the focus when it does. */
export function FilterTick({ name, value, isChosen, children }: FilterTickProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.checked = isChosen;
  }, [isChosen]);
  return (
    <label className={classes.tick}>
      <input
        ref={input}
        type="checkbox"
        className={box.box}
        name={name}
        value={value}
        defaultChecked={isChosen}
      />
      {children}
    </label>
  );
}
