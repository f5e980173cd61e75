# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_ensemble_global_optspecs
    string join \n config= json h/help V/version
end

function __fish_ensemble_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_ensemble_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_ensemble_using_subcommand
    set -l cmd (__fish_ensemble_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c ensemble -n "__fish_ensemble_needs_command" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_needs_command" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_needs_command" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_needs_command" -s V -l version -d 'Print version'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "serve" -d 'Serve the web client and the API (the default)'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "setup" -d 'Write the settings file: asks for what is not given, and checks it'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "migrate" -d 'Bring the database to this version\'s schema'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "health" -d 'Ask the running server if it can serve; for health checks of containers'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "config" -d 'Look at the settings'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "service" -d 'A service of systemd, for installations without a package'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "doctor" -d 'Try everything that the server needs, and say what to mend'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "user" -d 'Accounts'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "key" -d 'API keys for programs'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "provider" -d 'Connections to model providers'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "outbox" -d 'Show the mails of the outbox, newest first'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "backup" -d 'Add a backup of database, files and, if asked, the key to a place of backups, while the server runs'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "restore" -d 'Put a backup into an empty installation, and check it'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "move" -d 'Copy the database to the other engine, or the files to another storage, while the server is stopped'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "vault" -d 'The master key that secrets are sealed with'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "export" -d 'Write everything one person made here into an archive that comes back byte for byte'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "import" -d 'Put an archive of this product, or of another chat product, into an account'
complete -c ensemble -n "__fish_ensemble_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c ensemble -n "__fish_ensemble_using_subcommand serve" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand serve" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand serve" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand setup" -l address -d 'The address that people open, such as https://chat.example.org' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand setup" -l listen -d 'The address and port to listen on' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand setup" -l proxy -d 'The network of the proxy in front; may be given several times' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand setup" -l data-dir -d 'The folder of the database, the files and the master key' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand setup" -l sign-up -d 'Who may sign up' -r -f -a "everybody\t''
invited\t''"
complete -c ensemble -n "__fish_ensemble_using_subcommand setup" -l mail-url -d 'The mail server: smtp://user:password@host:587 or smtps://user:password@host:465' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand setup" -l mail-from -d 'The sender of mails, such as "Ensemble <ensemble@example.org>"' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand setup" -l backup -d 'Where the server backs itself up every day: a folder, or s3://bucket/prefix' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand setup" -l provider -d 'Connect a provider of models' -r -f -a "openai\t''
anthropic\t''
gemini\t''
ollama\t''
openai_compatible\t''
local_files\t''
black_forest_labs\t''
stability\t''
replicate\t''
fal\t''
automatic1111\t''
comfyui\t''
runway\t''
kling\t''
luma\t''
minimax\t''"
complete -c ensemble -n "__fish_ensemble_using_subcommand setup" -l provider-url -d 'The provider\'s address; may be left out where the provider has one of its own' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand setup" -l provider-key -d 'The provider\'s key; better in the variable than in the shell\'s history' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand setup" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand setup" -l no-input -d 'Ask nothing: what is not given keeps its default'
complete -c ensemble -n "__fish_ensemble_using_subcommand setup" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand setup" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand migrate" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand migrate" -l dry-run -d 'Only list the steps that would be applied, with their expected time'
complete -c ensemble -n "__fish_ensemble_using_subcommand migrate" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand migrate" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand health" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand health" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand health" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand config; and not __fish_seen_subcommand_from show check help" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand config; and not __fish_seen_subcommand_from show check help" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand config; and not __fish_seen_subcommand_from show check help" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand config; and not __fish_seen_subcommand_from show check help" -f -a "show" -d 'Show every setting with its value and where that comes from; secrets are hidden'
complete -c ensemble -n "__fish_ensemble_using_subcommand config; and not __fish_seen_subcommand_from show check help" -f -a "check" -d 'Check the settings without starting anything'
complete -c ensemble -n "__fish_ensemble_using_subcommand config; and not __fish_seen_subcommand_from show check help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c ensemble -n "__fish_ensemble_using_subcommand config; and __fish_seen_subcommand_from show" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand config; and __fish_seen_subcommand_from show" -l changed -d 'Only those that are not defaults'
complete -c ensemble -n "__fish_ensemble_using_subcommand config; and __fish_seen_subcommand_from show" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand config; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand config; and __fish_seen_subcommand_from check" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand config; and __fish_seen_subcommand_from check" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand config; and __fish_seen_subcommand_from check" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "show" -d 'Show every setting with its value and where that comes from; secrets are hidden'
complete -c ensemble -n "__fish_ensemble_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "check" -d 'Check the settings without starting anything'
complete -c ensemble -n "__fish_ensemble_using_subcommand config; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c ensemble -n "__fish_ensemble_using_subcommand service; and not __fish_seen_subcommand_from install uninstall help" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand service; and not __fish_seen_subcommand_from install uninstall help" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand service; and not __fish_seen_subcommand_from install uninstall help" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand service; and not __fish_seen_subcommand_from install uninstall help" -f -a "install" -d 'Install this program as a service of systemd, and start it (as root)'
complete -c ensemble -n "__fish_ensemble_using_subcommand service; and not __fish_seen_subcommand_from install uninstall help" -f -a "uninstall" -d 'Stop the service and remove it; data and settings stay'
complete -c ensemble -n "__fish_ensemble_using_subcommand service; and not __fish_seen_subcommand_from install uninstall help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c ensemble -n "__fish_ensemble_using_subcommand service; and __fish_seen_subcommand_from install" -l user -d 'The user that the service runs as; made if missing' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand service; and __fish_seen_subcommand_from install" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand service; and __fish_seen_subcommand_from install" -l print -d 'Print the unit instead'
complete -c ensemble -n "__fish_ensemble_using_subcommand service; and __fish_seen_subcommand_from install" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand service; and __fish_seen_subcommand_from install" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand service; and __fish_seen_subcommand_from uninstall" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand service; and __fish_seen_subcommand_from uninstall" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand service; and __fish_seen_subcommand_from uninstall" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand service; and __fish_seen_subcommand_from help" -f -a "install" -d 'Install this program as a service of systemd, and start it (as root)'
complete -c ensemble -n "__fish_ensemble_using_subcommand service; and __fish_seen_subcommand_from help" -f -a "uninstall" -d 'Stop the service and remove it; data and settings stay'
complete -c ensemble -n "__fish_ensemble_using_subcommand service; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c ensemble -n "__fish_ensemble_using_subcommand doctor" -l send-to -d 'Send a test mail to this address' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand doctor" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand doctor" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand doctor" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and not __fish_seen_subcommand_from create list promote demote link password reset-second-factor devices sign-out suspend readmit delete help" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and not __fish_seen_subcommand_from create list promote demote link password reset-second-factor devices sign-out suspend readmit delete help" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and not __fish_seen_subcommand_from create list promote demote link password reset-second-factor devices sign-out suspend readmit delete help" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and not __fish_seen_subcommand_from create list promote demote link password reset-second-factor devices sign-out suspend readmit delete help" -f -a "create" -d 'Make an account; the first one is the operator\'s'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and not __fish_seen_subcommand_from create list promote demote link password reset-second-factor devices sign-out suspend readmit delete help" -f -a "list" -d 'List accounts, newest first'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and not __fish_seen_subcommand_from create list promote demote link password reset-second-factor devices sign-out suspend readmit delete help" -f -a "promote" -d 'Make somebody an operator'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and not __fish_seen_subcommand_from create list promote demote link password reset-second-factor devices sign-out suspend readmit delete help" -f -a "demote" -d 'Make an operator a member'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and not __fish_seen_subcommand_from create list promote demote link password reset-second-factor devices sign-out suspend readmit delete help" -f -a "link" -d 'Make a link by which a person sets their password, and print it, this once'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and not __fish_seen_subcommand_from create list promote demote link password reset-second-factor devices sign-out suspend readmit delete help" -f -a "password" -d 'Give a person a password that they replace at their next sign-in; their devices and keys end'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and not __fish_seen_subcommand_from create list promote demote link password reset-second-factor devices sign-out suspend readmit delete help" -f -a "reset-second-factor" -d 'Remove a person\'s authenticator app, recovery codes and passkeys'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and not __fish_seen_subcommand_from create list promote demote link password reset-second-factor devices sign-out suspend readmit delete help" -f -a "devices" -d 'List the devices that a person is signed in on, the one used last first'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and not __fish_seen_subcommand_from create list promote demote link password reset-second-factor devices sign-out suspend readmit delete help" -f -a "sign-out" -d 'Sign a person out on all devices'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and not __fish_seen_subcommand_from create list promote demote link password reset-second-factor devices sign-out suspend readmit delete help" -f -a "suspend" -d 'Suspend a person: they are signed out, and told why'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and not __fish_seen_subcommand_from create list promote demote link password reset-second-factor devices sign-out suspend readmit delete help" -f -a "readmit" -d 'Lift a suspension'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and not __fish_seen_subcommand_from create list promote demote link password reset-second-factor devices sign-out suspend readmit delete help" -f -a "delete" -d 'Delete an account and everything that belongs to it, at once and for good'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and not __fish_seen_subcommand_from create list promote demote link password reset-second-factor devices sign-out suspend readmit delete help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from create" -l email -r
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from create" -l name -r
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from create" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from create" -l operator -d 'Make the person an operator'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from create" -l password-stdin -d 'Read the password from standard input; otherwise one is made and printed'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from create" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from create" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from list" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from list" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from promote" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from promote" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from promote" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from demote" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from demote" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from demote" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from link" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from link" -l mail -d 'Mail it to them as well'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from link" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from link" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from password" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from password" -l password-stdin -d 'Read the password from standard input; otherwise one is made and printed'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from password" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from password" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from reset-second-factor" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from reset-second-factor" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from reset-second-factor" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from devices" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from devices" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from devices" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from sign-out" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from sign-out" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from sign-out" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from suspend" -l reason -r
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from suspend" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from suspend" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from suspend" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from readmit" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from readmit" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from readmit" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from delete" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from delete" -l yes -d 'Really delete it'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from delete" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from delete" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from help" -f -a "create" -d 'Make an account; the first one is the operator\'s'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from help" -f -a "list" -d 'List accounts, newest first'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from help" -f -a "promote" -d 'Make somebody an operator'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from help" -f -a "demote" -d 'Make an operator a member'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from help" -f -a "link" -d 'Make a link by which a person sets their password, and print it, this once'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from help" -f -a "password" -d 'Give a person a password that they replace at their next sign-in; their devices and keys end'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from help" -f -a "reset-second-factor" -d 'Remove a person\'s authenticator app, recovery codes and passkeys'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from help" -f -a "devices" -d 'List the devices that a person is signed in on, the one used last first'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from help" -f -a "sign-out" -d 'Sign a person out on all devices'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from help" -f -a "suspend" -d 'Suspend a person: they are signed out, and told why'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from help" -f -a "readmit" -d 'Lift a suspension'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from help" -f -a "delete" -d 'Delete an account and everything that belongs to it, at once and for good'
complete -c ensemble -n "__fish_ensemble_using_subcommand user; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c ensemble -n "__fish_ensemble_using_subcommand key; and not __fish_seen_subcommand_from create help" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand key; and not __fish_seen_subcommand_from create help" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand key; and not __fish_seen_subcommand_from create help" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand key; and not __fish_seen_subcommand_from create help" -f -a "create" -d 'Make an API key and print it, this once'
complete -c ensemble -n "__fish_ensemble_using_subcommand key; and not __fish_seen_subcommand_from create help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c ensemble -n "__fish_ensemble_using_subcommand key; and __fish_seen_subcommand_from create" -l user -d 'The e-mail address of the account that pays' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand key; and __fish_seen_subcommand_from create" -l cap -d 'Most that may be charged through the key' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand key; and __fish_seen_subcommand_from create" -l name -d 'The key\'s name in lists' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand key; and __fish_seen_subcommand_from create" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand key; and __fish_seen_subcommand_from create" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand key; and __fish_seen_subcommand_from create" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand key; and __fish_seen_subcommand_from help" -f -a "create" -d 'Make an API key and print it, this once'
complete -c ensemble -n "__fish_ensemble_using_subcommand key; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and not __fish_seen_subcommand_from add list help" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and not __fish_seen_subcommand_from add list help" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and not __fish_seen_subcommand_from add list help" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and not __fish_seen_subcommand_from add list help" -f -a "add" -d 'Connect a provider and fetch its models'
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and not __fish_seen_subcommand_from add list help" -f -a "list" -d 'List the connections'
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and not __fish_seen_subcommand_from add list help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and __fish_seen_subcommand_from add" -l name -r
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and __fish_seen_subcommand_from add" -l protocol -r -f -a "openai\t''
anthropic\t''
gemini\t''
ollama\t''
openai_compatible\t''
local_files\t''
black_forest_labs\t''
stability\t''
replicate\t''
fal\t''
automatic1111\t''
comfyui\t''
runway\t''
kling\t''
luma\t''
minimax\t''"
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and __fish_seen_subcommand_from add" -l base-url -d 'Its address; may be left out where the provider has one of its own' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and __fish_seen_subcommand_from add" -l api-key -d 'Its key; better in the variable than in the shell\'s history' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and __fish_seen_subcommand_from add" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and __fish_seen_subcommand_from add" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and __fish_seen_subcommand_from add" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and __fish_seen_subcommand_from list" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and __fish_seen_subcommand_from list" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and __fish_seen_subcommand_from help" -f -a "add" -d 'Connect a provider and fetch its models'
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and __fish_seen_subcommand_from help" -f -a "list" -d 'List the connections'
complete -c ensemble -n "__fish_ensemble_using_subcommand provider; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c ensemble -n "__fish_ensemble_using_subcommand outbox" -l limit -d 'Maximum number of mails' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand outbox" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand outbox" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand outbox" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand backup" -l keep -d 'Keep this many of the newest backups, and delete older ones' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand backup" -l keep-days -d 'Keep backups for this many days' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand backup" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand backup" -l with-key -d 'Put the master key in: whoever reads the backup can read the keys of providers'
complete -c ensemble -n "__fish_ensemble_using_subcommand backup" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand backup" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c ensemble -n "__fish_ensemble_using_subcommand restore" -l backup -d 'The name of the backup [default: the newest]' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand restore" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand restore" -l without-key -d 'Go on without the master key the backup was made with: provider keys are lost, nothing else'
complete -c ensemble -n "__fish_ensemble_using_subcommand restore" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand restore" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c ensemble -n "__fish_ensemble_using_subcommand move" -l store -d 'The new database: sqlite://… or postgres://…' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand move" -l files -d 'The new place of files: file://… or s3://…' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand move" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand move" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand move" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c ensemble -n "__fish_ensemble_using_subcommand vault; and not __fish_seen_subcommand_from reset help" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand vault; and not __fish_seen_subcommand_from reset help" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand vault; and not __fish_seen_subcommand_from reset help" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand vault; and not __fish_seen_subcommand_from reset help" -f -a "reset" -d 'Accept the present master key where the one before is lost for good'
complete -c ensemble -n "__fish_ensemble_using_subcommand vault; and not __fish_seen_subcommand_from reset help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c ensemble -n "__fish_ensemble_using_subcommand vault; and __fish_seen_subcommand_from reset" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand vault; and __fish_seen_subcommand_from reset" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand vault; and __fish_seen_subcommand_from reset" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c ensemble -n "__fish_ensemble_using_subcommand vault; and __fish_seen_subcommand_from help" -f -a "reset" -d 'Accept the present master key where the one before is lost for good'
complete -c ensemble -n "__fish_ensemble_using_subcommand vault; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c ensemble -n "__fish_ensemble_using_subcommand export" -l user -d 'The person\'s e-mail address' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand export" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand export" -l records -d 'Add what only this server can know, for reading: account, keys without secrets, usage'
complete -c ensemble -n "__fish_ensemble_using_subcommand export" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand export" -s h -l help -d 'Print help'
complete -c ensemble -n "__fish_ensemble_using_subcommand import" -l user -d 'The e-mail address of the account that gets them' -r
complete -c ensemble -n "__fish_ensemble_using_subcommand import" -l config -d 'The settings file [default: ensemble.toml in the working directory, if it is there]' -r -F
complete -c ensemble -n "__fish_ensemble_using_subcommand import" -l json -d 'Print results as JSON'
complete -c ensemble -n "__fish_ensemble_using_subcommand import" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "serve" -d 'Serve the web client and the API (the default)'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "setup" -d 'Write the settings file: asks for what is not given, and checks it'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "migrate" -d 'Bring the database to this version\'s schema'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "health" -d 'Ask the running server if it can serve; for health checks of containers'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "config" -d 'Look at the settings'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "service" -d 'A service of systemd, for installations without a package'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "doctor" -d 'Try everything that the server needs, and say what to mend'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "user" -d 'Accounts'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "key" -d 'API keys for programs'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "provider" -d 'Connections to model providers'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "outbox" -d 'Show the mails of the outbox, newest first'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "backup" -d 'Add a backup of database, files and, if asked, the key to a place of backups, while the server runs'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "restore" -d 'Put a backup into an empty installation, and check it'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "move" -d 'Copy the database to the other engine, or the files to another storage, while the server is stopped'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "vault" -d 'The master key that secrets are sealed with'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "export" -d 'Write everything one person made here into an archive that comes back byte for byte'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "import" -d 'Put an archive of this product, or of another chat product, into an account'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and not __fish_seen_subcommand_from serve setup migrate health config service doctor user key provider outbox backup restore move vault export import help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "show" -d 'Show every setting with its value and where that comes from; secrets are hidden'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from config" -f -a "check" -d 'Check the settings without starting anything'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from service" -f -a "install" -d 'Install this program as a service of systemd, and start it (as root)'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from service" -f -a "uninstall" -d 'Stop the service and remove it; data and settings stay'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from user" -f -a "create" -d 'Make an account; the first one is the operator\'s'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from user" -f -a "list" -d 'List accounts, newest first'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from user" -f -a "promote" -d 'Make somebody an operator'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from user" -f -a "demote" -d 'Make an operator a member'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from user" -f -a "link" -d 'Make a link by which a person sets their password, and print it, this once'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from user" -f -a "password" -d 'Give a person a password that they replace at their next sign-in; their devices and keys end'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from user" -f -a "reset-second-factor" -d 'Remove a person\'s authenticator app, recovery codes and passkeys'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from user" -f -a "devices" -d 'List the devices that a person is signed in on, the one used last first'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from user" -f -a "sign-out" -d 'Sign a person out on all devices'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from user" -f -a "suspend" -d 'Suspend a person: they are signed out, and told why'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from user" -f -a "readmit" -d 'Lift a suspension'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from user" -f -a "delete" -d 'Delete an account and everything that belongs to it, at once and for good'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from key" -f -a "create" -d 'Make an API key and print it, this once'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from provider" -f -a "add" -d 'Connect a provider and fetch its models'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from provider" -f -a "list" -d 'List the connections'
complete -c ensemble -n "__fish_ensemble_using_subcommand help; and __fish_seen_subcommand_from vault" -f -a "reset" -d 'Accept the present master key where the one before is lost for good'
