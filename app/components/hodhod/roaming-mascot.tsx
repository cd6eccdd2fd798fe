export default function RoamingMascot(_: { onDismiss: () => void }) { return null; }
