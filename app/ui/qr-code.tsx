import classes from "./qr-code.module.css";

interface QrCodeProps {
  /** By `qrPath` with its quiet zone, on the server. */
  code: { modules: number; path: string };
  label: string;
  /** `lg` is for codes that are shown to another phone. */
  size?: "lg";
}

/** A QR code, dark on light in both themes. */
export function QrCode({ code, label, size }: QrCodeProps) {
  return (
    <svg
      className={classes.code}
      data-size={size}
      viewBox={`0 0 ${code.modules} ${code.modules}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={code.path} fill="currentColor" />
    </svg>
  );
}
