/**
 * Replaces what @simplewebauthn/server has for certificates of authenticators' makers
 * (remix.config.ts): the product asks for no attestation, so browsers send none, or one that the
 * passkey's own key has signed, which needs no certificate.
 */
function noAttestation(): never {
  throw new Error("Attestations of makers are not accepted.");
}

export const convertX509PublicKeyToCOSE = noAttestation;
export const getCertificateInfo = noAttestation;
export const isCertRevoked = noAttestation;
export const validateCertificatePath = noAttestation;
export const validateExtFIDOGenCEAAGUID = noAttestation;
export const verifyAttestationAndroidKey = noAttestation;
export const verifyAttestationAndroidSafetyNet = noAttestation;
export const verifyAttestationApple = noAttestation;
export const verifyAttestationFIDOU2F = noAttestation;
export const verifyAttestationTPM = noAttestation;

export const Apple_WebAuthn_Root_CA = "";
export const GlobalSign_Root_CA = "";
export const GlobalSign_Root_CA_R3 = "";
export const GlobalSign_Root_R46 = "";
export const Google_Hardware_Attestation_Root_1 = "";
export const Google_Hardware_Attestation_Root_2 = "";
export const Google_Hardware_Attestation_Root_3 = "";
export const Google_Hardware_Attestation_Root_4 = "";
