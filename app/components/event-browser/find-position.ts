/** Where somebody is, as the address of the list says it: rounded to about a kilometre, since addresses are shown and handed on. */
interface RoundedPosition {
  lat: string;
  lng: string;
}

/** Asks the browser where one is, which asks its reader. @param onFailed refused, unknown, or too slow */
export function findPosition(onFound: (position: RoundedPosition) => void, onFailed: () => void): void {
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => onFound({ lat: coords.latitude.toFixed(2), lng: coords.longitude.toFixed(2) }),
    onFailed,
    { timeout: 10_000, maximumAge: 300_000 },
  );
}
