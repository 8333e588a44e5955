# bash completion of ticketing
_ticketing()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} i
    local words='' command='' commands='list-events allocate-manual-seats allocate-best-seats confirm-order venue-picture allocate-products verify'
    for ((i = 1; i < COMP_CWORD; i++)); do
        case " $commands " in *" ${COMP_WORDS[i]} "*) command=${COMP_WORDS[i]}; break ;; esac
    done
    case $command:$before in
        venue-picture:--option) words='seat-numbers-and-letters numbers-only' ;;
        *:--output) words='table json ndjson' ;;
        *:--save) compopt -o default ;;
        *:--profile) words=$(sed -n 's/^\[\(.*\)]$/\1/p' "${XDG_CONFIG_HOME:-$HOME/.config}/ticketing/config" 2>/dev/null)
            [[ -n $words ]] || return ;;
        *:--base-url | *:--client-id | *:--timeout | *:--tenant | *:--ext | *:--auth-url | *:--directory-id | *:--api-app-guid) return ;;
    esac
    if [[ -z $words && $word == -* ]]; then
        case $command in
        list-events) words='--start-date --end-date' ;;
        allocate-manual-seats) words='--json --cart-id --cart-item-id --event-session-id --seat' ;;
        allocate-best-seats) words='--json --session-id --catalog-id --quantity --price-category' ;;
        confirm-order) words='--json' ;;
        venue-picture) words='--json --venue-id --option --zoom' ;;
        allocate-products) words='--json --cart-id --product-id --quantity --event-id --event-session-id' ;;
        verify) words='--against' ;;
        esac
        words="$words --profile --base-url --client-id --output --save --timeout --dry-run --observe --trace --version --help --tenant --ext --auth-url --directory-id --api-app-guid"
    elif [[ -z $words && -z $command ]]; then
        words=$commands
    fi
    # shellcheck disable=SC2207
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -F _ticketing ticketing
