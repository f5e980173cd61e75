use audit::{Actor, Event, Kind};
use kernel::{DAY, HOUR, SECOND, Timestamp, UserId, Uuid, uuid_v7};
use store::{StoreResult, Tx, lock, sql};
use subtle::ConstantTimeEq;

use crate::{
    CODE_DIGITS, CODE_LIFE_MICROS, CODE_RESEND_SECONDS, CODE_TRIES_MAX,
    CODES_OF_STRANGERS_PER_HOUR, CODES_PER_ASKER_PER_HOUR, CODES_PER_HOUR, Email, FlowToken,
    Identity, KnownDevice,
};

/// The purpose of a code. A code for another purpose is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    SignUp,
    ResetPassword,
    /// Proof that a school's address belongs to the caller.
    Education,
}

impl Purpose {
    fn as_str(self) -> &'static str {
        match self {
            Self::SignUp => "sign_up",
            Self::ResetPassword => "reset_password",
            Self::Education => "education",
        }
    }
}

/// A code that is to be mailed now. It is stored nowhere.
pub struct SentCode {
    pub code: String,
    pub expires_at: Timestamp,
    pub resend_after_seconds: i64,
}

/// The reason why no code was issued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeRefused {
    /// The maximum number of codes was sent to the address.
    TooMany { retry_after_seconds: i64 },
}

/// The one who asks for a code. Codes of others neither end nor use up theirs.
#[derive(Debug, Clone, Copy)]
pub enum CodeAsker<'a> {
    /// Somebody of this network who is not known to the account.
    Network(&'a str),
    Device(&'a KnownDevice),
    Account(UserId),
}

impl CodeAsker<'_> {
    fn is_known(self) -> bool {
        !matches!(self, Self::Network(_))
    }

    fn name(self) -> String {
        match self {
            Self::Network(network) => format!("network|{network}"),
            Self::Device(device) => format!("device|{}", device.key()),
            Self::Account(user_id) => format!("account|{user_id}"),
        }
    }
}

/// A code that was sent to an address, compared with the one that is asked for.
struct RecentCode {
    created_at: Timestamp,
    is_of_flow: bool,
    is_of_asker: bool,
    is_of_stranger: bool,
}

/// Returns the time until which no code is sent, if one of the limits is reached by codes of the last hour, newest first.
fn blocked_until(recent: &[RecentCode], is_known: bool) -> Option<Timestamp> {
    let reached = |limit: usize, counts: fn(&RecentCode) -> bool| {
        let counted = recent.iter().filter(|code| counts(code)).nth(limit - 1);
        counted.map(|code| code.created_at.plus(HOUR))
    };
    let of_strangers = reached(CODES_OF_STRANGERS_PER_HOUR, |code| code.is_of_stranger);
    let limits = [
        reached(CODES_PER_HOUR, |code| code.is_of_flow),
        reached(CODES_PER_ASKER_PER_HOUR, |code| code.is_of_asker),
        of_strangers.filter(|_| !is_known),
    ];
    limits.into_iter().flatten().max()
}

/// The result of a guess.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodeCheck {
    /// The code is right, and is used up now. Carries the payload that waited for it.
    Right {
        payload: String,
    },
    Wrong,
    /// There is no valid code any more: a new one must be requested.
    Expired,
    /// The guess was not checked: too many other guesses were wrong.
    TooMany {
        retry_after_seconds: i64,
    },
}

#[derive(::store::FromRow)]
struct RecentRow {
    created_at: Timestamp,
    flow_hash: Vec<u8>,
    asker_mac: Option<Vec<u8>>,
    is_asker_known: bool,
}

#[derive(::store::FromRow)]
struct CodeRow {
    id: Uuid,
    code_mac: Vec<u8>,
    payload: String,
    expires_at: Timestamp,
}

impl Identity {
    /// Issues a code for `email` that only the browser with `flow` can use, and ends its earlier ones. `payload` waits for
    /// the right code.
    pub async fn issue_code(
        &self,
        tx: &mut Tx,
        purpose: Purpose,
        email: &Email,
        flow: &FlowToken,
        asker: CodeAsker<'_>,
        payload: &str,
    ) -> StoreResult<Result<SentCode, CodeRefused>> {
        let (now, key) = (self.0.clock.now(), email.key());
        let asker_mac = self.0.vault.mac("code asker", asker.name().as_bytes()).to_vec();
        lock(tx, &format!("code|{key}")).await?;
        let rows = sql!(
            tx,
            all RecentRow,
            "SELECT created_at, flow_hash, asker_mac, is_asker_known FROM codes
             WHERE email_key = $1 AND created_at > $2 ORDER BY created_at DESC",
            &key,
            now.plus(-HOUR)
        )?;
        let recent: Vec<RecentCode> = rows
            .into_iter()
            .map(|row| RecentCode {
                created_at: row.created_at,
                is_of_flow: row.flow_hash == flow.hash(),
                is_of_asker: row.asker_mac.as_ref() == Some(&asker_mac),
                is_of_stranger: !row.is_asker_known,
            })
            .collect();
        if let Some(until) = blocked_until(&recent, asker.is_known()) {
            let retry_after_seconds = (until.since(now) + SECOND - 1) / SECOND;
            return Ok(Err(CodeRefused::TooMany { retry_after_seconds }));
        }
        // Codes of other browsers live on: somebody else's request must not end that of the owner.
        sql!(
            tx,
            execute,
            "UPDATE codes SET ended_at = $4, payload = ''
             WHERE purpose = $1 AND email_key = $2 AND flow_hash = $3 AND ended_at IS NULL",
            purpose.as_str(),
            &key,
            flow.hash(),
            now
        )?;

        let id = uuid_v7(now);
        let code = random_code();
        let expires_at = now.plus(CODE_LIFE_MICROS);
        sql!(
            tx,
            execute,
            "INSERT INTO codes (id, purpose, email_key, flow_hash, code_mac, payload, tries, created_at,
                expires_at, asker_mac, is_asker_known)
             VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8, $9, $10)",
            id,
            purpose.as_str(),
            &key,
            flow.hash(),
            self.code_mac(id, &code),
            payload,
            now,
            expires_at,
            asker_mac,
            asker.is_known()
        )?;
        Ok(Ok(SentCode { code, expires_at, resend_after_seconds: CODE_RESEND_SECONDS }))
    }

    /// Counts a guess and checks it, unless there were too many wrong guesses from everybody together: then a right one
    /// waits too. Commit the transaction even if the guess is wrong: the count is what limits guessing.
    pub async fn check_code(
        &self,
        tx: &mut Tx,
        purpose: Purpose,
        email: &Email,
        flow: Option<&FlowToken>,
        guess: &str,
    ) -> StoreResult<CodeCheck> {
        let Some(flow) = flow else {
            return Ok(CodeCheck::Expired);
        };
        if guess.len() != CODE_DIGITS || !guess.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(CodeCheck::Wrong);
        }
        if let Err(retry_after_seconds) = self.0.wrong_codes.count() {
            if self.0.wrong_codes.should_log() {
                let event = Event::new(Kind::CodesHeldBack, Actor::SYSTEM);
                self.0.audit.record(tx, event).await?;
            }
            return Ok(CodeCheck::TooMany { retry_after_seconds });
        }
        let check = self.compare_code(tx, purpose, email, flow, guess).await?;
        if check != CodeCheck::Wrong {
            self.0.wrong_codes.take_back();
        }
        Ok(check)
    }

    async fn compare_code(
        &self,
        tx: &mut Tx,
        purpose: Purpose,
        email: &Email,
        flow: &FlowToken,
        guess: &str,
    ) -> StoreResult<CodeCheck> {
        let counted = sql!(
            tx,
            optional CodeRow,
            "UPDATE codes SET tries = tries + 1
             WHERE purpose = $1 AND email_key = $2 AND flow_hash = $3 AND ended_at IS NULL AND tries < $4
             RETURNING id, code_mac, payload, expires_at",
            purpose.as_str(),
            email.key(),
            flow.hash(),
            CODE_TRIES_MAX
        )?;
        let now = self.0.clock.now();
        let Some(code) = counted.filter(|code| now < code.expires_at) else {
            return Ok(CodeCheck::Expired);
        };
        let is_right: bool = self.code_mac(code.id, guess).ct_eq(&code.code_mac).into();
        if !is_right {
            return Ok(CodeCheck::Wrong);
        }
        end_codes(tx, purpose, &email.key(), now).await?;
        Ok(CodeCheck::Right { payload: code.payload })
    }

    /// Returns the payload that waits for the newest live code of this browser, for sending another code.
    pub async fn waiting_payload(
        &self,
        tx: &mut Tx,
        purpose: Purpose,
        email: &Email,
        flow: &FlowToken,
    ) -> StoreResult<Option<String>> {
        // An expired code may be replaced by a new one; a used or replaced one may not.
        let found = sql!(
            tx,
            optional(String,),
            "SELECT payload FROM codes
             WHERE purpose = $1 AND email_key = $2 AND flow_hash = $3 AND ended_at IS NULL",
            purpose.as_str(),
            email.key(),
            flow.hash()
        )?;
        Ok(found.map(|(payload,)| payload))
    }

    fn code_mac(&self, id: Uuid, code: &str) -> Vec<u8> {
        self.0.vault.mac("identity code", format!("{id}|{code}").as_bytes()).to_vec()
    }
}

/// Ends the codes of all browsers: the owner of the address has shown up.
async fn end_codes(tx: &mut Tx, purpose: Purpose, key: &str, now: Timestamp) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE codes SET ended_at = $3, payload = '' WHERE purpose = $1 AND email_key = $2 AND ended_at IS NULL",
        purpose.as_str(),
        key,
        now
    )
    .map(|_| ())
}

pub(crate) async fn delete_old(tx: &mut Tx, now: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM codes WHERE created_at < $1", now.plus(-DAY)).map(|_| ())
}

/// Returns six random digits, each equally likely.
fn random_code() -> String {
    loop {
        let number = u32::from_le_bytes(vault::random_bytes());
        // The largest multiple of a million that fits: above it the first codes would be likelier.
        if number < 4_294_000_000 {
            return format!("{:06}", number % 1_000_000);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(1_000 * HOUR);

    /// Returns codes sent one second apart, the newest first.
    fn sent(count: usize, code: impl Fn(Timestamp) -> RecentCode) -> Vec<RecentCode> {
        (0..count as i64).map(|number| code(NOW.plus(-number * SECOND))).collect()
    }

    fn of_stranger(created_at: Timestamp) -> RecentCode {
        RecentCode { created_at, is_of_flow: false, is_of_asker: false, is_of_stranger: true }
    }

    #[test]
    fn a_browser_gets_three_codes_and_its_network_five() {
        let of_flow = |created_at| RecentCode { is_of_flow: true, ..of_stranger(created_at) };
        assert_eq!(blocked_until(&sent(2, of_flow), false), None);
        let third = NOW.plus(-2 * SECOND + HOUR);
        assert_eq!(blocked_until(&sent(3, of_flow), false), Some(third));
        let of_asker = |created_at| RecentCode { is_of_asker: true, ..of_stranger(created_at) };
        assert_eq!(blocked_until(&sent(4, of_asker), false), None);
        assert!(blocked_until(&sent(5, of_asker), false).is_some());
    }

    #[test]
    fn strangers_together_use_up_their_codes_and_not_those_of_a_known_device() {
        assert_eq!(blocked_until(&sent(19, of_stranger), false), None);
        assert!(blocked_until(&sent(20, of_stranger), false).is_some());
        assert_eq!(blocked_until(&sent(20, of_stranger), true), None);
        let of_owner = |created_at| RecentCode { is_of_stranger: false, ..of_stranger(created_at) };
        assert_eq!(blocked_until(&sent(20, of_owner), false), None);
    }
}
