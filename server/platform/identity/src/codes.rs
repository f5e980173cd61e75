use audit::{Actor, Event, Kind};
use kernel::{DAY, HOUR, SECOND, Timestamp, Uuid, uuid_v7};
use store::{StoreResult, Tx, lock, sql};
use subtle::ConstantTimeEq;

use crate::{
    CODE_DIGITS, CODE_LIFE_MICROS, CODE_RESEND_SECONDS, CODE_TRIES_MAX, CODES_PER_HOUR, Email,
    FlowToken, Identity,
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
struct CodeRow {
    id: Uuid,
    code_mac: Vec<u8>,
    payload: String,
    expires_at: Timestamp,
}

impl Identity {
    /// Issues a code for `email` that only the browser with `flow` can use, and invalidates earlier ones. `payload`
    /// waits for the right code.
    pub async fn issue_code(
        &self,
        tx: &mut Tx,
        purpose: Purpose,
        email: &Email,
        flow: &FlowToken,
        payload: &str,
    ) -> StoreResult<Result<SentCode, CodeRefused>> {
        let (now, key) = (self.0.clock.now(), email.key());
        lock(tx, &format!("code|{key}")).await?;
        let recent = sql!(
            tx,
            all(Timestamp,),
            "SELECT created_at FROM codes WHERE email_key = $1 AND created_at > $2
             ORDER BY created_at DESC",
            &key,
            now.plus(-HOUR)
        )?;
        if let Some((oldest_counted,)) = recent.get(CODES_PER_HOUR as usize - 1) {
            let wait = oldest_counted.plus(HOUR).since(now);
            let retry_after_seconds = (wait + SECOND - 1) / SECOND;
            return Ok(Err(CodeRefused::TooMany { retry_after_seconds }));
        }
        end_codes(tx, purpose, &key, now).await?;

        let id = uuid_v7(now);
        let code = random_code();
        let expires_at = now.plus(CODE_LIFE_MICROS);
        sql!(
            tx,
            execute,
            "INSERT INTO codes (id, purpose, email_key, flow_hash, code_mac, payload, tries, created_at, expires_at)
             VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8)",
            id,
            purpose.as_str(),
            &key,
            flow.hash(),
            self.code_mac(id, &code),
            payload,
            now,
            expires_at
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
